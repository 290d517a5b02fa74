import websocket from "@fastify/websocket";
import { idParamsSchema } from "@greenroom/contract/kernel/ids.ts";
import { maxRoomMessageBytes } from "@greenroom/contract/room/room-messages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Config } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { redeemTicket } from "../tickets/redeem-ticket.ts";
import { LobbyConnection } from "./lobby-connection.ts";
import { ParticipantConnection } from "./participant-connection.ts";
import { RoomHub } from "./room-hub.ts";

const querySchema = z.strictObject({
  ticket: z.string().regex(/^[\w-]{43}$/),
  /** `door` opens a lobby socket, which observes the room without joining it. */
  at: z.literal("door").optional(),
});

/**
 * The room's WebSocket. It is not in the contract: browsers cannot send a bearer token with a WebSocket, so a
 * one-use ticket grants access. Browsers also let pages of other sites open sockets, so the origin is checked.
 */
export async function registerRoomSocket(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: maxRoomMessageBytes },
    errorHandler: (error, socket, request) => {
      // `ws` names what a page did wrong, such as a message that is too long: no failure of the server.
      const isFaultOfPage = "code" in error && String(error.code).startsWith("WS_ERR_");
      if (!isFaultOfPage) request.log.error({ err: error }, "a room's socket failed");
      socket.terminate();
    },
  });
  const hub = new RoomHub(deps);
  app.addHook("onReady", () => hub.open());
  app.addHook("onClose", () => hub.close());
  app.route({
    method: "GET",
    url: "/api/rooms/:id/socket",
    schema: { hide: true, params: idParamsSchema, querystring: querySchema },
    onRequest: async (request) => checkOrigin(deps.config, request),
    preHandler: async (request) => {
      const { id } = request.params as z.infer<typeof idParamsSchema>;
      const { ticket } = request.query as z.infer<typeof querySchema>;
      // Checked first, so that a plain HTTP request does not use up a ticket.
      if (!request.ws) throw new AppError("invalid_input", { msg: "This address is for a WebSocket." });
      request.actor = await redeemTicket(deps, { bookingId: id, ticket });
    },
    handler: async () => {
      throw new AppError("invalid_input", { msg: "This address is for a WebSocket." });
    },
    wsHandler: (socket, request) => {
      const { id } = request.params as z.infer<typeof idParamsSchema>;
      const { at } = request.query as z.infer<typeof querySchema>;
      if (request.actor === null) return socket.close();
      const Connection = at === "door" ? LobbyConnection : ParticipantConnection;
      new Connection({ deps, hub, socket, actor: request.actor, bookingId: id }).open();
    },
  });
}

/**
 * In development the site is also reached by the machine's other names and through Vite; in production by one
 * origin.
 */
function checkOrigin({ publicUrl, isProduction }: Config, { headers }: FastifyRequest): void {
  const { origin = "", host = "" } = headers;
  const isOurs = origin === new URL(publicUrl).origin;
  const isSameMachine = !isProduction && (origin === `http://${host}` || origin === "http://localhost:5173");
  if (!isOurs && !isSameMachine) {
    throw new AppError("forbidden", { msg: "This page may not open a room." });
  }
}
