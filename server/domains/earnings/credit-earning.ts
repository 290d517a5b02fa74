import type { Tx } from "../../db/database.ts";
import { markCredited } from "./store.ts";

/** Credits what a booking earned, once its mentor's feedback is in; a second time changes nothing. */
export async function creditEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markCredited(tx, bookingId, now);
}
