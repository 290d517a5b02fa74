import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { completeBooking } from "./complete-booking.ts";
import { lockDueBookings } from "./store.ts";

/** Bookings a transaction: small enough that a crash repeats little. */
const batchSize = 50;

/** Completes every booking whose end has passed; answers how many. Several servers may do so at once. */
export async function completeDueBookings(deps: Deps): Promise<number> {
  const completion = { sharePercent: deps.config.interviewerSharePercent, now: deps.clock.now() };
  let count = 0;
  for (let batch = batchSize; batch === batchSize; count += batch) {
    batch = await inTransaction(deps.database, async (tx) => {
      const due = await lockDueBookings(tx, completion.now, batchSize);
      for (const booking of due) await completeBooking(tx, booking, completion);
      return due.length;
    });
  }
  return count;
}
