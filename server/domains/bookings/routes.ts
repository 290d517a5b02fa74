import {
  bookSlot as bookSlotEndpoint,
  cancelBooking as cancelBookingEndpoint,
  cancelInterview as cancelInterviewEndpoint,
  completeInterview,
  getAttendance,
  listBookings,
  listInterviewerBookings as listInterviewerBookingsEndpoint,
  listInterviewerHistory as listInterviewerHistoryEndpoint,
  listSessions as listSessionsEndpoint,
  reportNoShow as reportNoShowEndpoint,
  rescheduleBooking,
} from "@greenroom/contract/bookings.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { findAttendance } from "../meetings/find-attendance.ts";
import { bookSlot } from "./book-slot.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { cancelInterview } from "./cancel-interview.ts";
import { endInterview } from "./end-interview.ts";
import { getOwnBooking } from "./find-booking.ts";
import { listInterviewerBookings, listInterviewerHistory } from "./list-interviewer-bookings.ts";
import { listOwnBookings, listSessions } from "./list-own-bookings.ts";
import { moveBooking } from "./move-booking.ts";
import { reportNoShow } from "./report-no-show.ts";
import { readIdempotencyKey } from "./rules.ts";

export function registerBookingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, bookSlotEndpoint, async ({ actor, body, request }) =>
    bookSlot(deps, actor, {
      // An id names the same person in either case; locks and answers go by the one that we write.
      interviewerId: body.interviewerId.toLowerCase(),
      startsAt: new Date(body.startTime),
      idempotencyKey: readIdempotencyKey(request.headers["idempotency-key"]),
    }),
  );
  bind(app, deps, listBookings, ({ actor }) => listOwnBookings(deps, actor));
  bind(app, deps, listSessionsEndpoint, ({ actor }) => listSessions(deps, actor));
  bind(app, deps, listInterviewerBookingsEndpoint, ({ actor }) => listInterviewerBookings(deps, actor));
  bind(app, deps, listInterviewerHistoryEndpoint, ({ actor }) => listInterviewerHistory(deps, actor));
  bind(app, deps, cancelBookingEndpoint, ({ actor, params, body }) =>
    cancelBooking(deps, actor, { bookingId: params.id, expecting: body?.expecting }),
  );
  bind(app, deps, rescheduleBooking, ({ actor, params, body }) =>
    moveBooking(deps, actor, {
      bookingId: params.id,
      interviewerId: body.interviewerId.toLowerCase(),
      startsAt: new Date(body.startTime),
    }),
  );
  bind(app, deps, cancelInterviewEndpoint, ({ actor, params }) => cancelInterview(deps, actor, params.id));
  bind(app, deps, completeInterview, ({ actor, params }) => endInterview(deps, actor, params.id));
  bind(app, deps, getAttendance, async ({ actor, params }) =>
    findAttendance(deps.database, await getOwnBooking(deps.database, actor, params.id)),
  );
  bind(app, deps, reportNoShowEndpoint, ({ actor, params }) => reportNoShow(deps, actor, params.id));
}
