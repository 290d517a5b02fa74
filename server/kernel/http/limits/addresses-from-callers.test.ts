import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullResume } from "../../../people/resumes/resumes.testing.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";

let app: TestApp;
let target: Server;
let connections = 0;
let address: string;

beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
  target = createServer((_request, response) => response.end("inside")).on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(target.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  target.close();
});

describe("an address that a caller gives", () => {
  it.each(["http", "https"])("is stored or refused, and never opened: %s", async (protocol) => {
    const url = `${protocol}://${address}/latest/meta-data`;
    const { token } = await app.signUp();
    const sent = [
      await app.call("POST", "/api/user/resume-data", {
        token,
        body: { resumeData: { ...fullResume, personal: { ...fullResume.personal, linkedin: url } } },
        headers: { "if-match": "*" },
      }),
      await app.call("POST", "/api/contact", {
        body: { name: "A person", email: "a@test.example", message: `Please look at ${url}` },
      }),
    ];
    // An address without a host name may be refused; then it is not stored.
    for (const { status } of sent) expect([200, 201, 400]).toContain(status);
    await app.call("POST", "/api/policy-reports", {
      body: JSON.stringify({ "csp-report": { "document-uri": url, "blocked-uri": url } }),
      headers: { "content-type": "application/csp-report" },
    });
    await app.call("GET", `/api/site?url=${encodeURIComponent(url)}`, {
      headers: { referer: url, "x-forwarded-host": address, forwarded: `host=${address}` },
    });
    await app.runJobs();
    expect(connections).toBe(0);
  });
});

describe("the network address of a caller", () => {
  it("is the socket's, whatever a header says, so that no header goes around a limit", async () => {
    const body = { name: "A person", email: "sender@test.example", message: "Hello, a question." };
    const send = (own: string) =>
      app.call("POST", "/api/contact", {
        body,
        headers: { "x-forwarded-for": own, "x-real-ip": own, forwarded: `for=${own}`, "client-ip": own },
      });
    const answers = [];
    for (let n = 1; n <= 13; n += 1) answers.push(await send(`203.0.113.${n}`));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
