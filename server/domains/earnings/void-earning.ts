import type { Tx } from "../../db/database.ts";
import { markVoid } from "./store.ts";

/**
 * Takes an earning away, of an interview to which its interviewer did not come; also one that their PDF had credited already.
 * Was it paid out, the interviewer's next payout is so much less.
 */
export async function voidEarning(
  tx: Tx,
  voided: { bookingId: string; reason: string; now: Date },
): Promise<{ wasPaid: boolean }> {
  const earning = await markVoid(tx, voided);
  return { wasPaid: earning?.wasPaid ?? false };
}
