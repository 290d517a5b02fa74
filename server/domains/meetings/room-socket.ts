import websocket from "@fastify/websocket";
import { idParamsSchema } from "@greenroom/contract/ids.ts";
import { roomMessageBytes } from "@greenroom/contract/room-messages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { redeemTicket } from "./redeem-ticket.ts";
import { RoomHub } from "./room-hub.ts";
import { RoomOnlooker } from "./room-onlooker.ts";
import { RoomSeat } from "./room-seat.ts";

const querySchema = z.strictObject({
  ticket: z.string().regex(/^[\w-]{43}$/),
  /** Only looks at who is there, from outside. */
  at: z.literal("door").optional(),
});

/**
 * The room's socket. It is no endpoint of the contract: who may come in is decided by a one-use ticket, for a browser
 * cannot send a bearer token with it, and a page of another site cannot be kept from opening one but by its origin.
 */
export async function registerRoomSocket(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(websocket, { options: { maxPayload: roomMessageBytes } });
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
      // Checked first: a call that is no socket must not use a ticket up.
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
      const Taken = at === "door" ? RoomOnlooker : RoomSeat;
      new Taken({ deps, hub, socket, guest: request.actor, bookingId: id }).take();
    },
  });
}

/** In development the site is also reached by other names of this machine, and through Vite; in production by one. */
function checkOrigin({ publicUrl, isProduction }: Config, { headers }: FastifyRequest): void {
  const { origin = "", host = "" } = headers;
  const isOurs = origin === new URL(publicUrl).origin;
  const isSameMachine = !isProduction && (origin === `http://${host}` || origin === "http://localhost:5173");
  if (!isOurs && !isSameMachine) {
    throw new AppError("forbidden", { msg: "This page may not open a room." });
  }
}
