import * as contract from "@greenroom/contract/schedule/availability.ts";
import * as holds from "@greenroom/contract/schedule/holds.ts";
import * as waits from "@greenroom/contract/schedule/waits.ts";
import * as weekly from "@greenroom/contract/schedule/weekly-availability.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, JsonText, sendPage } from "../../kernel/http/bind.ts";
import { getOwnHold, getSlotState, placeHold, releaseOwnHold } from "../holds/holds.ts";
import { addWait, deleteWait, listWaits } from "../holds/waits.ts";
import { listSlots, type TimeWindow } from "./open-slots.ts";
import { addAvailability, deleteAvailability, listAvailability } from "./slots.ts";
import { addTimeOff, deleteTimeOff, listTimeOff } from "./time-off.ts";
import { addWeeklyRule, changeWeeklyRule, deleteWeeklyRule, listWeeklyRules } from "./weekly-hours.ts";

export function registerAvailabilityRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listSlots, async (call) => {
    const { limit, after, ...window } = call.query;
    const { text, next } = await listSlots(deps, { ...parseWindow(window), limit, after });
    sendPage(call, { rows: [], next });
    return new JsonText(text);
  });
  bind(app, deps, holds.getSlot, ({ actor, params }) => getSlotState(deps, actor, params.id));
  bind(app, deps, holds.holdSlot, ({ actor, address, body }) =>
    placeHold(deps, actor, { slotId: body.slotId, address }),
  );
  bind(app, deps, holds.getSlotHold, ({ actor }) => getOwnHold(deps, actor));
  bind(app, deps, holds.releaseSlotHold, ({ actor }) => releaseOwnHold(deps, actor));
  bind(app, deps, waits.addWait, ({ actor, body: { slotId, mentor } }) =>
    addWait(deps, actor, { slotId: slotId ?? null, mentor: mentor ?? null }),
  );
  bind(app, deps, waits.listWaits, ({ actor }) => listWaits(deps, actor));
  bind(app, deps, waits.deleteWait, ({ actor, params }) => deleteWait(deps, actor, params.id));
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
