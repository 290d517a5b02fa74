import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { readCorrections } from "./read-corrections.ts";
import { insertReviewer, lockTranscript } from "./transcript-store.ts";

/**
 * Records that the actor has finished correcting. Once both parties have, the report is made at once. Throws
 * `not_found` for other people's interviews, `conflict` before the interview is over, and `too_many_requests`.
 */
export async function finishCorrections(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ isReportDue: boolean }> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    if (booking.status !== "completed") {
      throw new AppError("conflict", {
        msg: "You can finish your corrections once the interview has ended.",
      });
    }
    const inThisTransaction = { ...deps, database: tx };
    const before = await readCorrections(inThisTransaction, booking);
    if (!before.isOpen) return { isReportDue: true };
    await insertReviewer(tx, { bookingId, userId: actor.userId, doneAt: deps.clock.now() });
    const { isOpen } = await readCorrections(inThisTransaction, booking);
    if (!isOpen) await deps.facts.correctionsFinished(tx, bookingId);
    return { isReportDue: !isOpen };
  });
}
