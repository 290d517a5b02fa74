import type { Tx } from "../../db/database.ts";
import { markCredited, markVoid } from "./store.ts";

/** Credits a booking's earning once its mentor's feedback has arrived. Repeated calls change nothing. */
export async function creditEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markCredited(tx, bookingId, now);
}

/**
 * Voids the earning of an interview that the interviewer did not attend, even if their PDF had credited it.
 * If it was paid out, the interviewer's next payout is reduced.
 */
export async function voidEarning(
  tx: Tx,
  voided: { bookingId: string; reason: string; now: Date },
): Promise<{ wasPaid: boolean }> {
  const earning = await markVoid(tx, voided);
  return { wasPaid: earning?.wasPaid ?? false };
}
