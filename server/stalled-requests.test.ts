import { connect } from "node:net";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createTestApp, type TestApp } from "./testing/app.ts";

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
