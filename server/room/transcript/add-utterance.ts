import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import {
  checkMayAdd,
  currentAgreement,
  laterOf,
  requireRunningTranscript,
  type SpokenWords,
} from "./transcript-rules.ts";
import {
  findUtterance,
  insertUtterance,
  lockTranscript,
  measureSpoken,
  selectConsents,
  type Utterance,
} from "./transcript-store.ts";

/** One person's words, with times by the server's clock. */
export interface NewUtterance {
  id: string;
  bookingId: string;
  startedAt: Date;
  endedAt: Date;
  language: TranscriptLanguage;
  text: string;
}

/**
 * Adds what the actor said to the transcript, once. Throws `not_found` for other people's interviews, and
 * `conflict` if the transcript is off, the interview is not in progress, the words are out of order, or the id
 * names another utterance.
 */
export async function addUtterance(deps: Deps, actor: Actor, said: NewUtterance): Promise<Utterance> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockTranscript(tx, said.bookingId);
    const stored = await findOwnUtterance(tx, actor, said);
    if (stored !== null) return stored;
    const runningSince = await checkAccepts(tx, actor, { ...said, characters: said.text.length }, now);
    const startedAt = laterOf(said.startedAt, runningSince);
    const endedAt = laterOf(said.endedAt, startedAt);
    const utterance = { ...said, speakerId: actor.userId, startedAt, endedAt };
    await insertUtterance(tx, utterance);
    return { ...utterance, originalText: null };
  });
}

/**
 * Returns the actor's utterance with this id, if it exists; otherwise throws whatever `addUtterance` would throw now
 * for a short utterance, so that no transcription is paid for that could not be stored.
 */
export async function checkBeforeTranscribing(
  deps: Deps,
  actor: Actor,
  said: Pick<NewUtterance, "id" | "bookingId" | "startedAt">,
): Promise<Utterance | null> {
  return await inTransaction(deps.database, async (tx) => {
    const stored = await findOwnUtterance(tx, actor, said);
    if (stored === null) await checkAccepts(tx, actor, { ...said, characters: 1 }, deps.clock.now());
    return stored;
  });
}

async function findOwnUtterance(
  tx: Tx,
  actor: Actor,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<Utterance | null> {
  await getOwnBooking(tx, actor, bookingId);
  const stored = await findUtterance(tx, id);
  if (stored !== null && (stored.bookingId !== bookingId || stored.speakerId !== actor.userId)) {
    throw new AppError("conflict", { msg: "This id names another utterance." });
  }
  return stored;
}

/** Throws `conflict` unless the transcript accepts these words of the actor. Returns the time from which words count. */
async function checkAccepts(
  tx: Tx,
  actor: Actor,
  said: SpokenWords & { bookingId: string },
  now: Date,
): Promise<Date> {
  const booking = await getOwnBooking(tx, actor, said.bookingId);
  const agreement = currentAgreement(booking, await selectConsents(tx, said.bookingId));
  const runningSince = requireRunningTranscript(booking, agreement, now);
  checkMayAdd(said, { ...(await measureSpoken(tx, said.bookingId, actor.userId)), runningSince });
  return runningSince;
}
