import type { Preview } from "@greenroom/contract/desk/actions.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { isInOpenBatch } from "../../money/payouts/payout-batches.ts";
import { formatPaise } from "../../money/payouts/rules.ts";

/** The effect of taking back this earning for the interviewer's next payout. */
export async function describeVoid(
  tx: Tx,
  { id, amountPaise, wasPaid }: { id: string; amountPaise: number; wasPaid: boolean },
): Promise<Preview["lines"][number]> {
  const amount = formatPaise(amountPaise);
  if (wasPaid) {
    return {
      label: "Payout",
      text: `${amount} was paid out already, so the next payout is reduced by that.`,
    };
  }
  const text = (await isInOpenBatch(tx, id))
    ? `It is in the open export for the bank. If the bank pays it, mark the export as paid: the next payout is reduced by ${amount}. If the bank does not have the file yet, export again.`
    : "It was not paid out, so nothing will be deducted.";
  return { label: "Payout", text };
}
