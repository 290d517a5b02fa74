import type { Tx } from "../../db/database.ts";
import { markVoid } from "./store.ts";

/** Takes a pending earning away, of an interview to which its interviewer did not come. A credited one is left alone. */
export async function voidEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markVoid(tx, bookingId, now);
}
