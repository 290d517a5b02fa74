import type { TranscriptLanguage } from "@greenroom/contract/rooms/transcript.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { lockAccount } from "../../accounts/lock-account.ts";
import { getOwnBooking } from "../../bookings/find-booking.ts";
import { checkMayAdd, currentAgreement, laterOf, requireRunningTranscript } from "./transcript-rules.ts";
import {
  findUtterance,
  insertUtterance,
  lockTranscript,
  measureTranscript,
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
    const runningSince = await checkRuns(tx, actor, said.bookingId, now);
    const soFar = await measureTranscript(tx, said.bookingId, actor.userId);
    checkMayAdd({ ...said, characters: said.text.length }, { ...soFar, runningSince });
    const startedAt = laterOf(said.startedAt, runningSince);
    const endedAt = laterOf(said.endedAt, startedAt);
    const utterance = { ...said, speakerId: actor.userId, startedAt, endedAt };
    await insertUtterance(tx, utterance);
    return { ...utterance, originalText: null };
  });
}

/**
 * Returns the actor's utterance with this id, if it exists; otherwise throws whatever `addUtterance` would throw
 * now.
 */
export async function checkBeforeTranscribing(
  deps: Deps,
  actor: Actor,
  said: { id: string; bookingId: string },
): Promise<Utterance | null> {
  return await inTransaction(deps.database, async (tx) => {
    const stored = await findOwnUtterance(tx, actor, said);
    if (stored === null) await checkRuns(tx, actor, said.bookingId, deps.clock.now());
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

async function checkRuns(tx: Tx, actor: Actor, bookingId: string, now: Date): Promise<Date> {
  const booking = await getOwnBooking(tx, actor, bookingId);
  return requireRunningTranscript(
    booking,
    currentAgreement(booking, await selectConsents(tx, bookingId)),
    now,
  );
}
