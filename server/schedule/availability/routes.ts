import * as contract from "@greenroom/contract/schedule/availability.ts";
import * as weekly from "@greenroom/contract/schedule/weekly-availability.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { listSlots, type SlotPage, type TimeWindow } from "./open-slots.ts";
import { addAvailability, deleteAvailability, listAvailability } from "./slots.ts";
import { addTimeOff, deleteTimeOff, listTimeOff } from "./time-off.ts";
import { addWeeklyRule, changeWeeklyRule, deleteWeeklyRule, listWeeklyRules } from "./weekly-hours.ts";

export function registerAvailabilityRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listSlots, async ({ query, request, reply }) =>
    sendSlotPage(
      await listSlots(deps, { ...parseWindow(query), limit: query.limit, after: query.after }),
      request,
      reply,
    ),
  );
  bind(app, deps, contract.listAvailability, async (call) => {
    const { limit, after, ...window } = call.query;
    return sendPage(call, await listAvailability(deps, call.actor, { ...parseWindow(window), limit, after }));
  });
  bind(app, deps, contract.addAvailability, ({ actor, body }) =>
    addAvailability(deps, actor, new Date(body.slotTime)),
  );
  bind(app, deps, contract.deleteAvailability, ({ actor, params }) =>
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
function sendSlotPage(page: SlotPage, request: FastifyRequest, reply: FastifyReply): contract.Slot[] {
  reply.type("application/json; charset=utf-8");
  if (page.next !== null) {
    const next = new URL(request.url, "http://localhost");
    next.searchParams.set("after", page.next);
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page.bytes as unknown as contract.Slot[];
}

export function registerWeeklyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, weekly.listWeeklyRules, ({ actor }) =>
    listWeeklyRules(deps.database, actor, deps.clock.now()),
  );
  bind(app, deps, weekly.addWeeklyRule, ({ actor, body }) => addWeeklyRule(deps, actor, body));
  bind(app, deps, weekly.updateWeeklyRule, ({ actor, params, body }) =>
    changeWeeklyRule(deps, actor, params.id, body),
  );
  bind(app, deps, weekly.deleteWeeklyRule, ({ actor, params }) => deleteWeeklyRule(deps, actor, params.id));
  bind(app, deps, weekly.listTimeOff, ({ actor }) => listTimeOff(deps, actor));
  bind(app, deps, weekly.addTimeOff, ({ actor, body }) => addTimeOff(deps, actor, body));
  bind(app, deps, weekly.deleteTimeOff, ({ actor, params }) => deleteTimeOff(deps, actor, params.id));
}
