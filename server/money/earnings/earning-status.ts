import type { Database, Tx } from "../../kernel/db/database.ts";
import { isInOpenBatch } from "../payouts/payout-batches.ts";
import type { PayoutState } from "../payouts/rules.ts";
import { markCredited, markVoid, wasVoided } from "./store.ts";

/** Credits a booking's earning once its mentor's feedback has arrived. Repeated calls change nothing. */
export async function creditEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markCredited(tx, bookingId, now);
}

/**
 * Voids a pending or credited earning. If it was paid out, the interviewer's next payout is reduced. Returns what the
 * earning was before; null if there is none.
 */
export async function voidEarning(tx: Tx, voided: { bookingId: string; reason: string; now: Date }) {
  const earning = await markVoid(tx, voided);
  return earning === null ? null : { ...earning, payoutState: await getPayoutState(tx, earning) };
}

/** Whether a booking's earning was taken back. */
export async function isEarningVoid(database: Database, bookingId: string): Promise<boolean> {
  return await wasVoided(database, bookingId);
}

async function getPayoutState(
  tx: Tx,
  { id, wasPaid }: { id: string; wasPaid: boolean },
): Promise<PayoutState> {
  if (wasPaid) return "paid";
  return (await isInOpenBatch(tx, id)) ? "exported" : "unpaid";
}
