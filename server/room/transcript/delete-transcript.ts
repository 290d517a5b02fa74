import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { recordConsent } from "./set-consent.ts";
import { currentAgreement } from "./transcript-rules.ts";
import { deleteUtterances, lockTranscript, selectConsents } from "./transcript-store.ts";

/**
 * Ends the transcript of the actor's interview and deletes both parties' words. Throws `not_found` for other
 * people's interviews, and `too_many_requests`.
 */
export async function deleteTranscript(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const decided = { bookingId, userId: actor.userId, now: deps.clock.now() };
  await inTransaction(deps.database, async (tx) => {
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    const { bothSince } = currentAgreement(booking, await selectConsents(tx, bookingId));
    const isOn = bothSince !== null && booking.status === "pending";
    if (isOn) await recordConsent(deps, tx, { ...decided, event: "ended" });
    const utterances = await deleteUtterances(tx, bookingId);
    if (utterances > 0)
      await recordConsent(deps, tx, { ...decided, event: "deleted", details: { utterances } });
  });
}
