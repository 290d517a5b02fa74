import type { Tx } from "../../db/database.ts";
import { markCredited } from "./store.ts";

/** Credits a booking's earning once its mentor's feedback has arrived. Repeated calls change nothing. */
export async function creditEarning(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await markCredited(tx, bookingId, now);
}
