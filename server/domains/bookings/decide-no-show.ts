import type { Party } from "@greenroom/contract/bookings.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { decideReport, dismissWaiting, findWaitingReporters } from "./course-store.ts";
import { findBooking } from "./find-booking.ts";
import { mailNoShowDecision } from "./job-definitions.ts";
import { type BookingRecord, missedBy, otherParty } from "./rules.ts";
import { settleNoShow } from "./settle-no-show.ts";

interface Decision {
  bookingId: string;
  /** `upheld`: the other one did not come. `rejected`: nothing moves. */
  outcome: "upheld" | "rejected";
  /** Whose report, where both wait; the only one when left out. */
  reporter?: Party | undefined;
  /** Both parties read it. */
  reason: string;
  actor: AuditActor;
}

/**
 * Decides a no-show report that the record contradicted: upheld, session and money move as they would have at once, and
 * a report of the other party's that waits as well falls. Both are told by mail. Answers whether what it takes from the
 * interviewer had been paid out: then their next payout is so much less. Throws `not_found` without such a
 * booking or report, and `conflict` when it is not clear whose is meant, or when the session that would pay came back.
 */
export async function decideNoShow(deps: Deps, decision: Decision): Promise<{ wasPaid: boolean }> {
  const { bookingId, outcome, reason, actor } = decision;
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const found = await findBooking(tx, bookingId);
    if (found === null) throw new AppError("not_found", { msg: `There is no booking ${bookingId}.` });
    await lockSubjects(tx, [found.intervieweeId, found.interviewerId]);
    const booking = (await findBooking(tx, bookingId)) ?? found;
    const reporter = chooseReport(await findWaitingReporters(tx, bookingId), decision);
    if (outcome === "upheld") checkCanPay(booking, otherParty(reporter));
    const stored = outcome === "upheld" ? "upheld" : "dismissed";
    await decideReport(tx, bookingId, reporter, { outcome: stored, now });
    let wasPaid = false;
    if (outcome === "upheld") {
      ({ wasPaid } = await settleNoShow(deps, tx, booking, otherParty(reporter), now));
      await dismissWaiting(tx, bookingId, now);
    }
    for (const to of ["interviewee", "interviewer"] as const) {
      await deps.jobs.send(tx, mailNoShowDecision, { bookingId, reportedBy: reporter, to, outcome, reason });
    }
    await recordAudit(tx, {
      actor,
      action: "booking.no-show-decided",
      subject: `booking:${bookingId}`,
      details: { reporter, outcome, reason, ...(wasPaid ? { wasPaid } : {}) },
      now,
    });
    return { wasPaid };
  });
}

/** A session is in hand, waits in a booking or was earned on, never two of these: one that came back pays nobody. */
function checkCanPay({ status }: BookingRecord, accused: Party): void {
  if (accused === "interviewee" && status === missedBy("interviewer")) {
    throw new AppError("conflict", {
      msg: "The session of this interview came back already, so it cannot pay the interviewer. Reject the report.",
    });
  }
}

function chooseReport(waiting: readonly Party[], { bookingId, reporter }: Decision): Party {
  const [first] = waiting.filter((party) => reporter === undefined || party === reporter);
  if (first === undefined) {
    throw new AppError("not_found", { msg: `No report of a no-show waits for booking ${bookingId}.` });
  }
  if (reporter === undefined && waiting.length > 1) {
    throw new AppError("conflict", { msg: "Both reported each other: say whose is meant with --reporter." });
  }
  return first;
}
