import * as contract from "@greenroom/contract/desk/bookings/bookings.ts";
import * as closedDays from "@greenroom/contract/desk/bookings/closed-days.ts";
import * as moves from "@greenroom/contract/desk/bookings/moves.ts";
import { getDeskRoomRecord } from "@greenroom/contract/desk/bookings/room-record.ts";
import { getBookingWeek as weekEndpoint } from "@greenroom/contract/desk/bookings/week.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { signFeedbackFile } from "../../review/feedback/feedback-file.ts";
import { bindAction } from "../bind-action.ts";
import { recordDataView } from "../record-data-view.ts";
import { cancelBookings, previewCancellations } from "./cancel-bookings.ts";
import { decideDeskInterview, previewInterviewDecision } from "./decide-desk-interview.ts";
import { getProposalState, listMoveSlots, proposeMove, withdrawMoveProposal } from "./propose-move.ts";
import { getDeskBooking, listClosedDays, listDeskBookings, listDisputes } from "./read-desk-bookings.ts";
import { readDeskRoomRecord } from "./read-room-record.ts";
import { getBookingWeek } from "./read-week.ts";
import { previewReopening, reopenDays } from "./reopen-days.ts";

/** Bookings at the desk. */
export function registerDeskBookingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listDeskBookings, async (call) =>
    sendPage(call, await listDeskBookings(deps, call.actor, call.query)),
  );
  bind(app, deps, weekEndpoint, ({ actor, query }) => getBookingWeek(deps, actor, query));
  bind(app, deps, contract.getDeskBooking, ({ actor, params }) => getDeskBooking(deps, actor, params.id));
  bind(app, deps, getDeskRoomRecord, ({ actor, params }) => readDeskRoomRecord(deps, actor, params.id));
  bind(app, deps, contract.getDeskFeedbackFile, async ({ actor, params }) => {
    await recordDataView(deps, actor, "feedback-file-opened", `booking:${params.id}`);
    return await signFeedbackFile(deps, params.id);
  });
  bind(app, deps, moves.listOfferedSlots, ({ actor, params }) => listMoveSlots(deps, actor, params.id));
  bind(app, deps, moves.getMoveProposalState, async ({ params }) => ({
    proposal: await getProposalState(deps, params.id),
  }));
  bindAction(app, deps, moves.proposeMove, proposeMove);
  bindAction(app, deps, moves.withdrawMoveProposal, withdrawMoveProposal);
  bind(app, deps, contract.previewCancellations, ({ actor, body }) =>
    previewCancellations(deps, actor, body),
  );
  bind(app, deps, contract.cancelBookings, ({ actor, body }) => cancelBookings(deps, actor, body));
  bind(app, deps, closedDays.listClosedDays, async (call) =>
    sendPage(call, await listClosedDays(deps, call.actor, call.query)),
  );
  bind(app, deps, closedDays.previewReopening, ({ actor, body }) =>
    previewReopening(deps, actor, body.daysOff),
  );
  bind(app, deps, closedDays.reopenDays, ({ actor, body }) => reopenDays(deps, actor, body));
  bind(app, deps, contract.listDisputes, async (call) =>
    sendPage(call, await listDisputes(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.previewInterviewDecision, ({ actor, params, body }) =>
    previewInterviewDecision(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.decideDeskInterview, ({ actor, params, body }) =>
    decideDeskInterview(deps, actor, { ...params, ...body }),
  );
}
