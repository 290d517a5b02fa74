import { type AddressInfo, connect } from "node:net";
import websocket from "@fastify/websocket";
import { fastify } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { upgradeHeaders } from "../../../testing/upgrade-headers.ts";
import { rejectMalformedRequests } from "./broken-requests.ts";

/* Clients that ask for more than their connection takes, and never read it. */

const big = "GET /big HTTP/1.1\r\nHost: x\r\n";

it.each([
  ["a usual answer", `${big}\r\n`],
  ["an answer before CONNECT", `${big}\r\nCONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
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
