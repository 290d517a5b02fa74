import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProvider } from "./call-provider.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Never responds to `/hang`, and never ends the body of `/stall`. */
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path }, response: ServerResponse) => {
    if (path === "/stall") response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Node may collect a signal that only a pending fetch refers to, and then the fetch never ends. */
async function whileCollectingGarbage<T>(call: () => Promise<T>): Promise<T> {
  const timer = setInterval(collectGarbage, 20);
  try {
    return await call();
  } finally {
    clearInterval(timer);
  }
}

describe.each(["/hang", "/stall"])("a provider that does not finish %s", (path) => {
  const request = { provider: "Razorpay", method: "GET", headers: {} } as const;

  it("times out, however often memory is freed meanwhile", async () => {
    const calls = Array.from({ length: 20 }, () =>
      callProvider({ ...request, url: url + path, within: 400 }),
    );
    for (const result of await whileCollectingGarbage(() => Promise.allSettled(calls)))
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  });

  it("is aborted when the caller aborts", async () => {
    const abort = new AbortController();
    const call = callProvider({ ...request, url: url + path, within: 60_000, signal: abort.signal });
    setTimeout(() => abort.abort(), 200);
    await expect(whileCollectingGarbage(() => call)).rejects.toMatchObject({ code: "unavailable" });
    const late = callProvider({ ...request, url: url + path, within: 60_000, signal: abort.signal });
    await expect(late).rejects.toMatchObject({ code: "unavailable" });
  });
});
