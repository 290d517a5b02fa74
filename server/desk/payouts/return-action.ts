import { findUsableDetails } from "../../money/payouts/payout-details.ts";
import {
  lockReturnable,
  type ReturnablePayout,
  returnPayoutInTransaction,
} from "../../money/payouts/payouts.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import type { Action } from "../bind-action.ts";
import { amountToType } from "../preview.ts";

/** Records a transfer that the bank returned. */
export const returnPayout: Action<ReturnablePayout, Record<string, never>> = {
  lock: lockReturnable,
  async describe({ tx, subject: payout, now }) {
    const { id, interviewerId, email, amountPaise, deductedPaise, reference } = payout;
    const details = await findUsableDetails(tx, [interviewerId], now);
    const account = details.get(interviewerId)?.account;
    const deducted =
      deductedPaise === 0 ? "" : ` So is the deduction of ${formatPaise(deductedPaise)} in it.`;
    return {
      lines: [
        { label: "Payout", text: `${formatPaise(amountPaise)} to ${email} did not arrive.` },
        { label: "Reference", text: reference },
        { label: "Then", text: `The amount is due again, with the next payout.${deducted}` },
        {
          label: "Next account",
          text:
            account === undefined
              ? "There are no payout details that can be used yet."
              : `The next payout goes to ${account}, unless they change it.`,
        },
        {
          label: "Emails",
          text: "The interviewer is asked to check the payout details, and reads your reason.",
        },
      ],
      typedConfirmation: amountToType(amountPaise),
      state: [id],
      beneficiaries: [interviewerId],
    };
  },
  async perform({ deps, tx, actor, subject: payout, now }, reason) {
    await returnPayoutInTransaction(deps, tx, payout, { actor: { userId: actor.userId }, reason, now });
    return `${formatPaise(payout.amountPaise)} is due again to ${payout.email}.`;
  },
};
