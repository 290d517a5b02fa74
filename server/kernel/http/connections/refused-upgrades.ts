import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A socket as Node's HTTP server keeps it: with the response that it writes, or writes next. */
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Node neither reads a socket whose request asks for an upgrade nor closes it after a time. Fastify's WebSockets close
 * it after a refusal, but not if a hook before theirs refused, nor while an earlier request's response occupies it.
 */
export function closeRefusedUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener("upgrade", (request: IncomingMessage, socket: HttpSocket) => {
    if (socket._httpMessage) socket.destroy();
    closeWhenSilent(socket);
    upgrades.add(request);
  });
  // A WebSocket that opens has no response that ends.
  app.addHook("onResponse", async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroySoon();
  });
}

/**
 * Node removes its own listener before it leaves a socket to us. Without one, a client could hold a connection open by
 * not reading an answer. `ws` turns the time limit off for a WebSocket that opens; the room sends pings instead.
 */
export function closeWhenSilent(socket: Socket): void {
  socket.on("timeout", () => socket.destroy());
}
