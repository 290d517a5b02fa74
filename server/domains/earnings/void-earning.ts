import type { Tx } from "../../db/database.ts";
import { markVoid } from "./store.ts";

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
