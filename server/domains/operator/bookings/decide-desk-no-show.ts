import type { Party } from "@greenroom/contract/bookings.ts";
import type { ConfirmedAction, Preview } from "@greenroom/contract/operator/actions.ts";
import type { Actor } from "../../../core/actor.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { decideInTransaction, planDecision } from "../../bookings/no-shows/decide-no-show.ts";
import { otherParty } from "../../bookings/rules.ts";
import { findReversible } from "../../earnings/reverse-earning.ts";
import { nextPayoutReducedMessage } from "../../payouts/rules.ts";
import { describeVoid } from "../payouts/describe-void.ts";
import { checkPreview, makePreview } from "../preview.ts";

interface DeskDecision {
  id: string;
  outcome: "upheld" | "rejected";
  reporter: Party;
}

/** Previews the decision. Throws `not_found` without such a report, and `conflict` when it cannot be upheld. */
export async function previewNoShowDecision(
  deps: Deps,
  actor: Actor,
  decision: DeskDecision,
): Promise<Preview> {
  return await inTransaction(deps.database, (tx) => prepare(tx, actor, decision));
}

/** Decides a no-show report permanently. Throws like `previewNoShowDecision`. */
export async function decideDeskNoShow(
  deps: Deps,
  actor: Actor,
  { id, outcome, reporter, reason, ...confirmed }: DeskDecision & ConfirmedAction,
): Promise<{ msg: string }> {
  return await inTransaction(deps.database, async (tx) => {
    checkPreview(await prepare(tx, actor, { id, outcome, reporter }), confirmed);
    const { wasPaid } = await decideInTransaction(deps, tx, {
      bookingId: id,
      outcome,
      reporter,
      reason,
      actor: { userId: actor.userId },
    });
    if (outcome === "rejected") {
      return { msg: "The report is rejected, and nothing changes. Both parties get an email." };
    }
    const paid = wasPaid ? ` ${nextPayoutReducedMessage}` : "";
    return {
      msg: `The report is upheld, and the session and the money were transferred. Both parties get an email.${paid}`,
    };
  });
}

const effects = {
  interviewee: "The interviewee did not attend: their session is not returned, and the interviewer is paid.",
  interviewer: "The interviewer did not attend: the session is returned, and the interviewer earns nothing.",
} as const;

async function prepare(tx: Tx, actor: Actor, { id, outcome, reporter }: DeskDecision): Promise<Preview> {
  const { booking, pendingReporters } = await planDecision(tx, { bookingId: id, outcome, reporter });
  const effect =
    outcome === "upheld" ? effects[otherParty(reporter)] : "The session and the money stay as they are.";
  // An upheld report against the interviewer voids the earning, which may have been paid out already.
  const isVoided = outcome === "upheld" && otherParty(reporter) === "interviewer";
  const earning = isVoided ? await findReversible(tx, id) : null;
  const falls = outcome === "upheld" && pendingReporters.length > 1;
  return makePreview(actor, {
    lines: [
      { label: "Report", text: `The ${reporter} says that the ${otherParty(reporter)} did not attend.` },
      { label: outcome === "upheld" ? "Upheld" : "Rejected", text: effect },
      ...(earning === null ? [] : [await describeVoid(tx, earning)]),
      ...(falls ? [{ label: "Other report", text: "The other party's report is rejected by this." }] : []),
      { label: "Emails", text: "Both read your reason." },
    ],
    state: [id, booking.status, outcome, ...pendingReporters],
    // Nobody decides about their own interview.
    beneficiaries: [booking.intervieweeId, booking.interviewerId],
  });
}
