import {
  addAvailability as addAvailabilityEndpoint,
  deleteAvailability as deleteAvailabilityEndpoint,
  listAvailability as listAvailabilityEndpoint,
  listSlots as listSlotsEndpoint,
  type Slot,
} from "@greenroom/contract/schedule/availability.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendPage } from "../../kernel/http/send-page.ts";
import { addAvailability } from "./add-availability.ts";
import { deleteAvailability } from "./delete-availability.ts";
import { listAvailability } from "./list-availability.ts";
import { listSlots, type SlotPage } from "./list-slots.ts";
import type { TimeWindow } from "./rules.ts";

export function registerAvailabilityRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listSlotsEndpoint, async ({ query, request, reply }) =>
    sendSlotPage(
      await listSlots(deps, { ...parseWindow(query), limit: query.limit, after: query.after }),
      request,
      reply,
    ),
  );
  bind(app, deps, listAvailabilityEndpoint, async (call) => {
    const { limit, after, ...window } = call.query;
    return sendPage(call, await listAvailability(deps, call.actor, { ...parseWindow(window), limit, after }));
  });
  bind(app, deps, addAvailabilityEndpoint, ({ actor, body }) =>
    addAvailability(deps, actor, new Date(body.slotTime)),
  );
  bind(app, deps, deleteAvailabilityEndpoint, ({ actor, params }) =>
    deleteAvailability(deps, actor, params.id),
  );
}

function parseWindow({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): Partial<TimeWindow> {
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
}

/**
 * Sends bytes that are already JSON. Fastify does not serialize bytes, so the return type can claim to be the list.
 */
async function sendSlotPage(page: SlotPage, request: FastifyRequest, reply: FastifyReply): Promise<Slot[]> {
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  if (page.next !== null) {
    const next = new URL(request.url, "http://localhost");
    next.searchParams.set("after", page.next);
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  const gzipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) ? page.gzipped() : null;
  if (gzipped === null) return page.plain as unknown as Slot[];
  reply.header("content-encoding", "gzip");
  return (await gzipped) as unknown as Slot[];
}
