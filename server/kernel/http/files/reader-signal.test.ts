import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fastify } from "fastify";
import { afterEach, expect, it } from "vitest";
import { spoolCsv } from "../../../money/earnings/write-csv.ts";
import { readerSignal } from "./reader-signal.ts";
import { sendBytes } from "./send-bytes.ts";

const begun: string[] = [];
const ended: string[] = [];
const asked: string[] = [];
const left: string[] = [];

/** Rows without an end, until nobody reads them. */
async function* endlessRows(name: string) {
  begun.push(name);
  try {
    for (;;) {
      await nextTurn();
      yield name;
    }
  } finally {
    ended.push(name);
  }
}

const app = fastify({ forceCloseConnections: true });
app.get<{ Params: { name: string } }>("/:name", async ({ params: { name } }, reply) => {
  const signal = readerSignal(reply);
  signal.addEventListener("abort", () => left.push(name));
  const content = await spoolCsv(["name"], endlessRows(name), (row) => [row], signal);
  return sendBytes(reply, { content, contentType: "text/csv" });
});
app.addHook("onRequest", async ({ url }) => {
  asked.push(url.slice(1));
});
afterEach(() => app.close());

const present = new AbortController().signal;
async function* oneRow() {
  yield "d";
}

it("an export ends with its reader's connection, while it is written and while it waits for its turn", async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = (name: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /${name} HTTP/1.1\r\nHost: test\r\n\r\n`);
    return socket;
  };
  const first = [ask("a"), ask("b")];
  await expect.poll(() => begun.toSorted()).toEqual(["a", "b"]);
  const third = ask("c");
  await expect.poll(() => asked).toContain("c");
  third.destroy();
  await expect.poll(() => left).toEqual(["c"]);
  for (const socket of first) socket.destroy();
  await expect.poll(() => ended.toSorted()).toEqual(["a", "b"]);
  // Both turns are free again, and the export that waited has not begun.
  const files = [1, 2].map(() => spoolCsv(["name"], oneRow(), (row) => [row], present));
  for (const file of files) expect(await text(await file)).toBe("name\r\nd\r\n");
  expect(begun).not.toContain("c");
});
