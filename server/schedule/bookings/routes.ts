import * as resumes from "@greenroom/contract/people/resumes.ts";
import * as contract from "@greenroom/contract/schedule/bookings.ts";
import * as moves from "@greenroom/contract/schedule/move-proposals.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readIdempotencyKey, readKeyedRequest } from "../../kernel/idempotency.ts";
import { findAttendance } from "./attendance.ts";
import { bookSlot } from "./book.ts";
import { cancelBooking, cancelInterview } from "./cancel.ts";
import { getCandidateFile, getCandidatePdf, getCandidateProfile } from "./candidates.ts";
import { endInterview } from "./end.ts";
import { getOwnBooking } from "./find-booking.ts";
import { setGoal } from "./goal.ts";
import {
  listAllOwnBookings,
  listInterviewerBookings,
  listInterviewerHistory,
  listOwnBookings,
} from "./lists.ts";
import { moveBooking } from "./move.ts";
import { reportNoShow } from "./no-show.ts";
import { answerMoveProposal, getMoveProposal } from "./proposals.ts";
import { answerUnclear } from "./unclear.ts";

export function registerBookingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.bookSlot, async ({ actor, body, request }) =>
    bookSlot(deps, actor, {
      // The id names the same person in either case. Locks and responses use our own lowercase spelling.
      interviewerId: body.interviewerId.toLowerCase(),
      startsAt: new Date(body.startTime),
      idempotencyKey: readIdempotencyKey(request.headers),
      goal: body.goal ?? null,
    }),
  );
  bind(app, deps, contract.setGoal, ({ actor, params, body }) => setGoal(deps, actor, params.id, body));
  bind(app, deps, contract.listBookings, async (call) =>
    sendPage(call, await listOwnBookings(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.listAllBookings, async (call) =>
    sendPage(call, await listAllOwnBookings(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.listInterviewerBookings, async (call) =>
    sendPage(call, await listInterviewerBookings(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.listInterviewerHistory, async (call) =>
    sendPage(call, await listInterviewerHistory(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.cancelBooking, ({ actor, params, body, request }) => {
    const cancellation = { bookingId: params.id, expecting: body?.expecting };
    const keyed = readKeyedRequest(request.headers, actor, contract.cancelBooking, cancellation);
    return cancelBooking(deps, actor, cancellation, keyed);
  });
  bind(app, deps, contract.rescheduleBooking, ({ actor, params, body, request }) => {
    const move = {
      bookingId: params.id,
      interviewerId: body.interviewerId.toLowerCase(),
      startsAt: new Date(body.startTime),
    };
    return moveBooking(
      deps,
      actor,
      move,
      readKeyedRequest(request.headers, actor, contract.rescheduleBooking, move),
    );
  });
  bind(app, deps, contract.cancelInterview, ({ actor, params, request }) =>
    cancelInterview(
      deps,
      actor,
      params.id,
      readKeyedRequest(request.headers, actor, contract.cancelInterview, params),
    ),
  );
  bind(app, deps, contract.completeInterview, ({ actor, params, body }) =>
    endInterview(deps, actor, { bookingId: params.id, reason: body?.reason ?? "" }),
  );
  bind(app, deps, contract.answerUnclearInterview, ({ actor, params, body }) =>
    answerUnclear(deps, actor, { bookingId: params.id, ...body }),
  );
  bind(app, deps, contract.getAttendance, async ({ actor, params }) =>
    findAttendance(deps.database, await getOwnBooking(deps.database, actor, params.id)),
  );
  bind(app, deps, contract.reportNoShow, ({ actor, params }) => reportNoShow(deps, actor, params.id));
  bind(app, deps, moves.getMoveProposal, ({ actor, params }) => getMoveProposal(deps, actor, params.id));
  bind(app, deps, moves.answerMoveProposal, ({ actor, params, body }) =>
    answerMoveProposal(deps, actor, { bookingId: params.id, ...body }),
  );
  bind(app, deps, resumes.getCandidateProfile, ({ actor, params }) =>
    getCandidateProfile(deps, actor, params.userId),
  );
  bind(app, deps, resumes.getCandidateFile, ({ actor, params }) =>
    getCandidateFile(deps, actor, params.userId),
  );
  bind(app, deps, resumes.getCandidatePdf, ({ actor, params }) =>
    getCandidatePdf(deps, actor, params.userId),
  );
}
