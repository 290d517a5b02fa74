import type { Party } from "@greenroom/contract/bookings.ts";
import { type AuditActor, recordAudit } from "../../../audit/record-audit.ts";
import { AppError } from "../../../core/errors.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import type { PayoutState } from "../../payouts/rules.ts";
import { findBooking } from "../find-booking.ts";
import { mailNoShowDecision } from "../job-definitions.ts";
import { dismissPendingReports, findReports, setReportOutcome } from "../lifecycle/lifecycle-store.ts";
import { type BookingRecord, noShowStatusOf, otherParty } from "../rules.ts";
import { applyNoShow } from "./apply-no-show.ts";

interface Decision {
  bookingId: string;
  /** `upheld`: the other party did not come. `rejected`: nothing changes. */
  outcome: "upheld" | "rejected";
  /** Names one report if both parties' reports are pending; otherwise optional. */
  reporter?: Party | undefined;
  /** Shown to both parties. */
  reason: string;
  actor: AuditActor;
}

/**
 * Decides a no-show report that the record contradicted. If upheld, credit and money move as for an immediate
 * decision, and a pending report of the other party is dismissed. Both are told by mail. `wasPaid` is true if the
 * interviewer loses an earning that was already paid out: it is deducted from their next payout. Throws `not_found`
 * without such a booking or report, and `conflict` if the report was decided already, if both are pending and none is
 * named, or if the credit that would pay was already returned.
 */
export async function decideNoShow(deps: Deps, decision: Decision): Promise<{ wasPaid: boolean }> {
  return await inTransaction(deps.database, (tx) => decideInTransaction(deps, tx, decision));
}

/** Does the same within the caller's transaction. */
export async function decideInTransaction(
  deps: Deps,
  tx: Tx,
  decision: Decision,
): Promise<{ wasPaid: boolean }> {
  const { bookingId, outcome, reason, actor } = decision;
  const now = deps.clock.now();
  const { booking, reporter } = await planDecision(tx, decision);
  const stored = outcome === "upheld" ? "upheld" : "dismissed";
  await setReportOutcome(tx, bookingId, reporter, { outcome: stored, now });
  let payoutState: PayoutState = "unpaid";
  if (outcome === "upheld") {
    payoutState = await applyNoShow(deps, tx, booking, otherParty(reporter), now);
    await dismissPendingReports(tx, bookingId, now);
  }
  for (const to of ["interviewee", "interviewer"] as const) {
    await deps.jobs.enqueue(tx, mailNoShowDecision, {
      bookingId,
      reportedBy: reporter,
      to,
      outcome,
      reason,
      payoutState,
    });
  }
  const wasPaid = payoutState === "paid";
  await recordAudit(tx, {
    actor,
    action: "booking.no-show-decided",
    subject: `booking:${bookingId}`,
    details: { reporter, outcome, reason, ...(wasPaid ? { wasPaid } : {}) },
    now,
  });
  return { wasPaid };
}

/** Locks the booking and finds the report that a decision is about. Throws like `decideNoShow`. */
export async function planDecision(
  tx: Tx,
  decision: Pick<Decision, "bookingId" | "outcome" | "reporter">,
): Promise<{ booking: BookingRecord; reporter: Party; pendingReporters: Party[] }> {
  const { bookingId, outcome } = decision;
  const found = await findBooking(tx, bookingId);
  if (found === null) throw new AppError("not_found", { msg: `There is no booking ${bookingId}.` });
  await lockSubjects(tx, [found.intervieweeId, found.interviewerId]);
  const booking = (await findBooking(tx, bookingId)) ?? found;
  const reports = await findReports(tx, bookingId);
  const reporter = chooseReport(reports, decision);
  const pendingReporters = reports.filter(isPending).map(({ by }) => by);
  if (outcome === "upheld") checkCanPay(booking, otherParty(reporter));
  return { booking, reporter, pendingReporters };
}

/**
 * A credit is either available, reserved by a booking, or earned on. A returned credit cannot pay the interviewer.
 */
function checkCanPay({ status }: BookingRecord, accused: Party): void {
  if (accused === "interviewee" && status === noShowStatusOf("interviewer")) {
    throw new AppError("conflict", {
      msg: "The session of this interview was already returned, so it cannot pay the interviewer. Reject the report.",
    });
  }
}

type Report = Awaited<ReturnType<typeof findReports>>[number];

function isPending({ outcome }: Report): boolean {
  return outcome === "pending";
}

function chooseReport(
  reports: readonly Report[],
  { bookingId, reporter }: Pick<Decision, "bookingId" | "reporter">,
): Party {
  const named = reports.filter(({ by }) => reporter === undefined || by === reporter);
  const [first, second] = named.filter(isPending);
  if (first === undefined) {
    throw named.length === 0
      ? new AppError("not_found", {
          msg: `Booking ${bookingId} has no no-show report that is waiting for a decision.`,
        })
      : new AppError("conflict", {
          msg: "This no-show report has been decided already. Nothing was changed.",
        });
  }
  if (second !== undefined) {
    throw new AppError("conflict", { msg: "Both parties reported each other: name one with --reporter." });
  }
  return first.by;
}
