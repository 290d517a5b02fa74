import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { InterviewDecision } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findReversible } from "../../money/earnings/earnings.ts";
import { nextPayoutReducedMessage } from "../../money/payouts/rules.ts";
import { absentParty, decideInTransaction, planDecision } from "../../schedule/bookings/no-show.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { describeVoid } from "../payouts/describe-void.ts";
import { checkPreview, makePreview } from "../preview.ts";

interface DeskDecision {
  id: string;
  outcome: InterviewDecision;
}

/** Previews the decision. Throws `not_found` without such a booking, and `conflict` when the outcome is not possible. */
export async function previewInterviewDecision(
  deps: Deps,
  actor: Actor,
  decision: DeskDecision,
): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepare(deps, tx, actor, decision));
}

/** Decides an interview permanently. Throws like `previewInterviewDecision`. */
export async function decideDeskInterview(
  deps: Deps,
  actor: Actor,
  { id, outcome, reason, ...confirmed }: DeskDecision & ConfirmedAction,
): Promise<{ msg: string }> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepare(deps, tx, actor, { id, outcome }), confirmed);
    const { wasPaid } = await decideInTransaction(deps, tx, {
      bookingId: id,
      outcome,
      reason,
      actor: { userId: actor.userId },
    });
    return { msg: decidedMessage(wasPaid) };
  });
}

export function decidedMessage(wasPaid: boolean): string {
  return `The interview is decided. Both parties get an email.${wasPaid ? ` ${nextPayoutReducedMessage}` : ""}`;
}

const outcomeLabels: Record<InterviewDecision, string> = {
  "interviewee-absent": "Candidate missed it",
  "interviewer-absent": "Interviewer missed it",
  "both-came": "Both came",
  "session-returned": "Session returned",
};

async function prepare(deps: Deps, tx: Tx, actor: Actor, { id, outcome }: DeskDecision): Promise<Preview> {
  const { booking, unclear } = await planDecision(tx, { bookingId: id, outcome });
  // Finding the interviewer absent voids the earning, which may have been paid out already.
  const earning = absentParty(outcome) === "interviewer" ? await findReversible(tx, id) : null;
  return makePreview(actor, {
    lines: [
      { label: outcomeLabels[outcome], text: describeEffect(outcome, booking, deps.clock.now()) },
      ...(earning === null ? [] : [await describeVoid(tx, earning)]),
      { label: "Emails", text: "Both read your reason." },
    ],
    state: [id, booking.status, outcome, unclear === null ? "clear" : unclear.found],
    // Nobody decides about their own interview.
    beneficiaries: [booking.intervieweeId, booking.interviewerId],
  });
}

/** What becomes of the session and the earning. */
function describeEffect(outcome: InterviewDecision, { status, endsAt }: BookingRecord, now: Date): string {
  switch (outcome) {
    case "interviewee-absent":
      return "The session stays used. The interviewer is paid.";
    case "interviewer-absent":
      return "The session is returned. The interviewer earns nothing.";
    case "session-returned":
      return "The session is returned. The interviewer earns nothing. It counts as canceled, so nobody missed it.";
    case "both-came":
      if (status === "no_show_interviewer") {
        return "The session was returned and stays returned, so nothing is paid. It counts as canceled, so nobody missed it.";
      }
      if (status === "no_show_interviewee")
        return "The session stays used. The interviewer keeps the earning.";
      if (status === "pending" && now < endsAt)
        return "Nothing changes now. After its end the room's record decides.";
      return "The session stays used. The interviewer is paid once the feedback is in.";
  }
}
