import {
  addAvailability as addAvailabilityEndpoint,
  deleteAvailability as deleteAvailabilityEndpoint,
  listAvailability as listAvailabilityEndpoint,
  listSlots as listSlotsEndpoint,
  type Slot,
} from "@greenroom/contract/availability.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { addAvailability } from "./add-availability.ts";
import { deleteAvailability } from "./delete-availability.ts";
import type { SlotBody } from "./hold-slots.ts";
import { listAvailability } from "./list-availability.ts";
import { listSlots } from "./list-slots.ts";
import type { TimeWindow } from "./rules.ts";

export function registerAvailabilityRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listSlotsEndpoint, async ({ query, request, reply }) =>
    answerBody(await listSlots(deps, windowOf(query)), request, reply),
  );
  bind(app, deps, listAvailabilityEndpoint, ({ actor, query }) =>
    listAvailability(deps, actor, windowOf(query)),
  );
  bind(app, deps, addAvailabilityEndpoint, ({ actor, body }) =>
    addAvailability(deps, actor, new Date(body.slotTime)),
  );
  bind(app, deps, deleteAvailabilityEndpoint, ({ actor, params }) =>
    deleteAvailability(deps, actor, params.id),
  );
}

function windowOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Partial<TimeWindow> {
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
}

/** Sends bytes that are JSON already. Bytes pass Fastify's serializer by, so to the type they may stand for the list. */
async function answerBody(body: SlotBody, request: FastifyRequest, reply: FastifyReply): Promise<Slot[]> {
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  const gzipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) ? body.gzipped() : null;
  if (gzipped === null) return body.plain as unknown as Slot[];
  reply.header("content-encoding", "gzip");
  return (await gzipped) as unknown as Slot[];
}
