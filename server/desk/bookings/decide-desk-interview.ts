import { decideDeskInterview } from "@greenroom/contract/desk/bookings.ts";
import { reverseDeskEarning } from "@greenroom/contract/desk/money/payouts.ts";
import type { BookingStatus, InterviewDecision } from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockValidEarning, planReversal, reverseInTransaction } from "../../money/earnings/earnings.ts";
import { isInOpenBatch } from "../../money/payouts/payout-batches.ts";
import { formatPaise, nextPayoutReducedMessage } from "../../money/payouts/rules.ts";
import { absentParty, decideInTransaction, planDecision } from "../../schedule/bookings/no-show.ts";
import { action, amountToType } from "../action.ts";

/** Decides an interview permanently. Throws `not_found`, and `conflict` when the outcome is not possible. */
export const decide = action(decideDeskInterview, {
  lock: async ({ tx, id, input: { outcome } }) => await planDecision(tx, { bookingId: id, outcome }),
  async plan({ tx, id, subject: { booking, unclear }, input: { outcome }, now }) {
    // Finding the interviewer absent voids the earning, which may have been paid out already.
    const earning = absentParty(outcome) === "interviewer" ? await lockValidEarning(tx, id) : null;
    return {
      data: {
        outcome,
        status: booking.status,
        hasEnded: booking.endsAt <= now,
        found: unclear?.found ?? null,
        taken: earning === null ? null : await readTaken(tx, earning),
      },
      // Nobody decides about their own interview.
      beneficiaries: [booking.intervieweeId, booking.interviewerId],
    };
  },
  describe: ({ outcome, taken, ...interview }) => [
    { label: outcomeLabels[outcome], text: describeEffect(outcome, interview) },
    ...(taken === null ? [] : [describeTaken(taken)]),
    { label: "Emails", text: "Both read your reason." },
  ],
  async run({ deps, tx, id, input: { outcome } }, { actor, reason }) {
    const { wasPaid } = await decideInTransaction(deps, tx, { bookingId: id, outcome, reason, actor });
    const paid = wasPaid ? ` ${nextPayoutReducedMessage}` : "";
    return { msg: `The interview is decided. Both parties get an email.${paid}` };
  },
});

const outcomeLabels: Record<InterviewDecision, string> = {
  "interviewee-absent": "Candidate missed it",
  "interviewer-absent": "Interviewer missed it",
  "both-came": "Both came",
  "session-returned": "Session returned",
};

/** What becomes of the session and the earning. */
function describeEffect(
  outcome: InterviewDecision,
  { status, hasEnded }: { status: BookingStatus; hasEnded: boolean },
): string {
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
      if (status === "pending" && !hasEnded)
        return "Nothing changes now. After its end the room's record decides.";
      return "The session stays used. The interviewer is paid once the feedback is in.";
  }
}

/** Takes back the earning of an interview. Throws `not_found` without a valid earning. */
export const reverseEarning = action(reverseDeskEarning, {
  lock: async ({ tx, id }) => await planReversal(tx, id),
  async plan({ tx, subject: earning }) {
    const { id, status, amountPaise } = earning;
    const data = { id, status, ...(await readTaken(tx, earning)) };
    return { data, typed: amountToType(amountPaise), beneficiaries: [] };
  },
  describe: ({ status, ...taken }) => [
    {
      label: "Earning",
      text: `${formatPaise(taken.amountPaise)}, ${status}, is taken back. The interviewer gets your reason by email.`,
    },
    describeTaken(taken),
  ],
  async run({ deps, tx, id }, { actor, reason }) {
    const { wasPaid } = await reverseInTransaction(deps, tx, { bookingId: id, reason, actor });
    return { msg: `The earning is taken back.${wasPaid ? ` ${nextPayoutReducedMessage}` : ""}` };
  },
});

/** An earning that is taken back. */
interface Taken {
  amountPaise: number;
  wasPaid: boolean;
  isExported: boolean;
}

async function readTaken(
  tx: Tx,
  { id, amountPaise, wasPaid }: { id: string; amountPaise: number; wasPaid: boolean },
): Promise<Taken> {
  return { amountPaise, wasPaid, isExported: !wasPaid && (await isInOpenBatch(tx, id)) };
}

/** The effect for the interviewer's next payout. */
function describeTaken({ amountPaise, wasPaid, isExported }: Taken) {
  const amount = formatPaise(amountPaise);
  const unpaid = isExported
    ? `It is in the open export for the bank. If the bank pays it, mark the export as paid: the next payout is reduced by ${amount}. If the bank does not have the file yet, export again.`
    : "It was not paid out, so nothing will be deducted.";
  const paid = `${amount} was paid out already, so the next payout is reduced by that.`;
  return { label: "Payout", text: wasPaid ? paid : unpaid };
}
