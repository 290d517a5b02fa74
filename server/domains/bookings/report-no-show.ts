import type { BookingStatus, NoShowReport, Party } from "@greenroom/contract/bookings.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { findAttendance, isRecorded } from "../meetings/find-attendance.ts";
import { dismissWaiting, findReporters, insertNoShowReport, wasReportedOn } from "./course-store.ts";
import { mailNoShow } from "./job-definitions.ts";
import { lockOwnBooking } from "./lock-booking.ts";
import { decideAtOnce, mayReportNoShow, missedBy, otherParty } from "./rules.ts";
import { settleNoShow } from "./settle-no-show.ts";

const outcomes = { upheld: "upheld", "neither-came": "dismissed", contested: "pending" } as const;

interface Reported {
  msg: string;
  status: BookingStatus;
  report: NoShowReport;
}

/**
 * Says that the other party of a booking of mine did not come. Decided at once by what is on record, unless that says
 * otherwise: then the report waits for the operator and nothing moves. Throws `not_found`, and `conflict` outside the
 * time for it, for a booking that was cancelled, or the second time.
 */
export async function reportNoShow(deps: Deps, actor: Actor, bookingId: string): Promise<Reported> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    const reporter: Party = booking.intervieweeId === actor.userId ? "interviewee" : "interviewer";
    const accused = otherParty(reporter);
    if (!mayReportNoShow(booking, reporter, await findReporters(tx, booking.id), now)) throw notNow();
    const record = await findAttendance(tx, booking);
    const decision = decideAtOnce(accused, {
      ...booking,
      record,
      isRecorded: await isRecorded(deps, tx, booking.id),
      wasReportedOn: await wasReportedOn(tx, booking.id),
    });
    const outcome = outcomes[decision];
    await insertNoShowReport(tx, { id: newId(), bookingId, by: reporter, record, outcome, now });
    // Of an interview to which neither came, the interviewer is who had to: the session comes back and nothing is paid.
    const missing = decision === "neither-came" ? "interviewer" : accused;
    if (decision !== "contested") {
      await settleNoShow(deps, tx, booking, missing, now);
      await dismissWaiting(tx, booking.id, now);
    }
    for (const to of ["interviewee", "interviewer", "operator"] as const) {
      await deps.jobs.send(tx, mailNoShow, { bookingId, reportedBy: reporter, to });
    }
    return {
      msg: sayDecision(decision, accused),
      status: decision === "contested" ? booking.status : missedBy(missing),
      report: { by: reporter, outcome, reportedAt: now.toISOString(), record },
    };
  });
}

function notNow(): AppError {
  return new AppError("conflict", {
    msg: "A no-show can be reported once, from 10 minutes after the start until 24 hours after the end.",
  });
}

function sayDecision(decision: keyof typeof outcomes, accused: Party): string {
  if (decision === "neither-came") {
    return "The room saw neither of you, so nothing is paid and the session goes back.";
  }
  if (decision === "contested") {
    return "Your report is kept. It does not go with what is on record, so a person of ours looks into it and writes to you.";
  }
  return accused === "interviewer"
    ? "✅ Your session is back. We are sorry that your interviewer did not come."
    : "✅ Thank you for waiting. The interview is paid to you as booked.";
}
