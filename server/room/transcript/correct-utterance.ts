import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { readCorrections } from "./read-corrections.ts";
import { findUtterance, lockTranscript, updateUtterance } from "./transcript-store.ts";

interface Correction {
  bookingId: string;
  utteranceId: string;
  text: string;
}

/**
 * Corrects the text of something that the actor said; the original transcription is kept. Throws `not_found` for
 * other people's utterances, `conflict` once the report is made or due, and `too_many_requests`.
 */
export async function correctUtterance(
  deps: Deps,
  actor: Actor,
  { bookingId, utteranceId: id, text }: Correction,
): Promise<{ id: string; text: string; originalText: string | null }> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockTranscript(tx, bookingId);
    const booking = await getOwnBooking(tx, actor, bookingId);
    const utterance = await findUtterance(tx, id);
    if (utterance?.bookingId !== bookingId || utterance.speakerId !== actor.userId) {
      throw new AppError("not_found", { msg: "You did not say this in this interview." });
    }
    if (!(await readCorrections({ ...deps, database: tx }, booking)).isOpen) {
      throw new AppError("conflict", {
        msg: "The time for corrections has ended: the report is made from these words.",
      });
    }
    const transcribed = utterance.originalText ?? utterance.text;
    const corrected = { id, text, originalText: text === transcribed ? null : transcribed };
    await updateUtterance(tx, { ...corrected, now: deps.clock.now() });
    return corrected;
  });
}
