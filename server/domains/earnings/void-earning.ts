import type { Tx } from "../../db/database.ts";
import { markVoid } from "./store.ts";

/** Takes an earning away, of an interview to which its interviewer did not come; also one that their PDF had credited already. */
export async function voidEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markVoid(tx, bookingId, now);
}
