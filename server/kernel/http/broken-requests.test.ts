import { type AddressInfo, connect } from "node:net";
import websocket from "@fastify/websocket";
import { errorBodySchema } from "@greenroom/contract/kernel/endpoint.ts";
import { fastify } from "fastify";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestApp, type TestApp, upgradeHeaders, useTestApp } from "../../testing/app.ts";
import { rejectMalformedRequests } from "./broken-requests.ts";

describe("broken requests", () => {
  const app = useTestApp();

  /** Sends bytes as they are, then `more` in a packet of its own. Returns everything until the server closes. */
  const send = (text: string, more?: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), "127.0.0.1", () => {
        socket.setNoDelay(true);
        socket.write(text);
        if (more !== undefined) setImmediate(() => socket.write(more));
      });
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
      socket.setTimeout(30_000, () => socket.destroy(new Error("the server neither answered nor closed")));
    });

  const post = "POST /api/contact HTTP/1.1\r\nHost: x\r\n";
  const get = "GET /api/plans HTTP/1.1\r\n";

  describe("a request that is invalid HTTP", () => {
    it.each([
      ["both lengths", 400, `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ["two lengths", 400, `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
      ["no HTTP at all", 400, "hello\r\n\r\n"],
      ["an unknown method", 400, "FETCH / HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["a zero byte in a header", 400, `${get}Host: x\r\nX-Name: a\0b\r\n\r\n`],
      [
        "a broken chunk",
        400,
        `${post}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`,
      ],
      ["headers that are too long", 431, `${get}Host: x\r\nX-Name: ${"a".repeat(20_000)}\r\n\r\n`],
      ["an address that is too long", 431, `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      ["no Host", 400, `${get}Connection: close\r\n\r\n`],
      ["two Hosts", 400, `${get}Host: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
      ["the same Host twice", 400, `${get}Host: a\r\nHost: a\r\nConnection: close\r\n\r\n`],
      ["an empty Host", 400, `${get}Host:\r\nConnection: close\r\n\r\n`],
      ["a Host that is not a name", 400, `${get}Host: a b<>\r\nConnection: close\r\n\r\n`],
      ["a Host with a path", 400, `${get}Host: a/b\r\nConnection: close\r\n\r\n`],
    ])("with %s is answered with %i in our error format", async (_title, status, text) => {
      const [head = "", body = ""] = (await send(text)).split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
      expect(head).toMatch(/^cache-control: no-store$/im);
      const error = errorBodySchema.strict().parse(JSON.parse(body));
      expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    });

    const live = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
    it.each([
      ["of no HTTP", "hello\r\n\r\n"],
      ["of CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ])("%s is never answered in place of the request before it", async (_title, text) => {
      const answers = await send(live + text, "more that is no HTTP\r\n\r\n");
      expect(answers).not.toMatch(/^HTTP\/1\.1 [^2]/);
    });

    it.each([
      ["before an earlier request is answered", `${live}${get}Host: x\r\n${upgradeHeaders}\r\n`],
      ["of an address without one", `${get}Host: x\r\n${upgradeHeaders}\r\n`],
      ["without a Host", `${get}${upgradeHeaders}\r\n`],
      ["to an unknown protocol", `${get}Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ])("that asks for an upgrade %s loses the connection", async (_title, text) => {
      expect(await send(text)).not.toContain("HTTP/1.1 101");
    });

    it.each(["127.0.0.1:3000", "greenroom.example", "[::1]:3000", "localhost"])(
      "is not one that names the host %s",
      async (host) => {
        const answer = await send(`${get}Host: ${host}\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      },
    );
  });
});

describe("unread answers", () => {
  /* Clients that ask for more than their connection takes, and never read it. */

  const big = "GET /big HTTP/1.1\r\nHost: x\r\n";

  it.each([
    ["a usual answer", `${big}\r\n`],
    ["the answer to a request for an upgrade", `${big}${upgradeHeaders}\r\n`],
    ["an answer before an upgrade", `${big}\r\n${big}${upgradeHeaders}\r\n`],
  ])("%s that nobody reads does not hold the connection open", async (_title, text) => {
    const app = fastify({ connectionTimeout: 300, http: { requireHostHeader: false } });
    onTestFinished(() => app.close());
    rejectMalformedRequests(app);
    let asked = 0;
    app.get("/big", () => {
      asked += 1;
      return Buffer.alloc(32 * 1024 * 1024);
    });
    await app.register(websocket);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(text));
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    await expect.poll(() => asked).toBeGreaterThan(0);
    const count = () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)));
    await expect.poll(count).toBe(0);
  });
});

describe("stalled requests", () => {
  /* Requests whose body stops arriving, as of a phone that loses its network. */

  const minutes = 60_000;

  /** Sends a request's head and the beginning of its body, which the server waits for, and nothing more. */
  async function stall(app: TestApp): Promise<{ closed: Promise<void>; cut(): void }> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => undefined); // The server may reset the connection.
    const head = [
      "POST /api/contact HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      "Content-Length: 100",
      "Expect: 100-continue",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const answer = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write("{");
    return { closed, cut: () => socket.destroy() };
  }

  it("a connection on which nothing arrives any more is closed", async () => {
    const app = await createTestApp({
      timeLimits: {
        silentMilliseconds: 300,
        requestMilliseconds: 10 * minutes,
        closingMilliseconds: 10 * minutes,
      },
    });
    onTestFinished(() => app.close());
    const { closed } = await stall(app);
    await closed;
    expect((await app.call("GET", "/health/live")).status).toBe(200);
  });

  it("a request that its sender cuts short is no error of the server", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    const app = await createTestApp({ log });
    onTestFinished(() => app.close());
    const { cut } = await stall(app);
    cut();
    for (let count = 0; count < 5; count += 1) await app.call("GET", "/api/plans");
    await expect.poll(() => lines.filter((line) => line.includes("/api/plans")).length).toBe(5);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it("an unfinished request does not keep the server from closing", async () => {
    const app = await createTestApp({
      timeLimits: {
        silentMilliseconds: 10 * minutes,
        requestMilliseconds: 10 * minutes,
        closingMilliseconds: 300,
      },
    });
    const { closed } = await stall(app);
    await app.close();
    await closed;
  });
});
