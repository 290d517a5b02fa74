import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { lockDueBookings } from "../store.ts";
import { completeBooking } from "./complete-booking.ts";

/** Bookings per transaction: few enough that little is repeated after a crash. */
const batchSize = 50;

/** Completes every booking whose end has passed and returns how many. Several servers may run it at once. */
export async function completeDueBookings(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (let batch = batchSize; batch === batchSize; count += batch) {
    batch = await inTransaction(deps.database, async (tx) => {
      const due = await lockDueBookings(tx, now, batchSize);
      for (const booking of due) await completeBooking(deps, tx, booking, now);
      return due.length;
    });
  }
  return count;
}
