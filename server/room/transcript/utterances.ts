import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import {
  addUtteranceAudio as addUtteranceAudioEndpoint,
  audioSeconds,
  maxAudioBytes,
  type TranscriptLanguage,
  utteranceCharacters,
} from "@greenroom/contract/room/transcript.ts";
import type { Actor } from "../../kernel/actor.ts";
import { createSemaphore } from "../../kernel/concurrency.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { findBooking, getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import {
  lateUtteranceSeconds,
  maxTranscriptCharacters,
  maxUtterances,
  utteranceToleranceSeconds,
} from "../rules.ts";
import { type Agreement, currentAgreement, laterOf, lockTranscript, selectConsents } from "./consent.ts";
import "@fastify/multipart";
import { goalPracticeNames } from "@greenroom/contract/schedule/goals.ts";
import type { FastifyRequest } from "fastify";
import { type Selectable, sql } from "kysely";
import type { RoomUtterances } from "../../kernel/db/types.ts";
import { rejectTruncatedForm } from "../../kernel/http/uploads-and-downloads.ts";
import { findResume } from "../../people/resumes/resume.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";

export const utteranceColumns = [
  "id",
  "bookingId",
  "speakerId",
  "language",
  "text",
  "originalText",
  "startedAt",
  "endedAt",
] as const;
/** One person's words, with times by the server's clock. */
type Utterance = Pick<Selectable<RoomUtterances>, (typeof utteranceColumns)[number]>;
type NewUtterance = Omit<Utterance, "speakerId" | "originalText">;

export async function findUtterance(database: Database | Tx, id: string): Promise<Utterance | null> {
  const row = await database
    .selectFrom("roomUtterances")
    .select(utteranceColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
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
    await tx.insertInto("roomUtterances").values(utterance).execute();
    return { ...utterance, originalText: null };
  });
}

/**
 * Returns the actor's utterance with this id, if it exists; otherwise throws whatever `addUtterance` would throw now
 * for a short utterance, so that no transcription is paid for that could not be stored.
 */
async function checkBeforeTranscribing(
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
    throw conflict("This id names another utterance.");
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
  const { rows } = await sql<SpeakerProgress>`
    select count(*)::int as count, coalesce(sum(length(text)), 0)::int as characters,
      max(started_at) as last_started_at
    from room_utterances where booking_id = ${said.bookingId} and speaker_id = ${actor.userId}`.execute(tx);
  checkMayAdd(said, runningSince, rows[0] as SpeakerProgress);
  return runningSince;
}

/**
 * Throws `conflict` unless words can be added now: both parties consent and the interview is in progress. Returns
 * the time from which words count.
 */
function requireRunningTranscript(booking: BookingRecord, { bothSince }: Agreement, now: Date): Date {
  const { startsAt, endsAt, status } = booking;
  const isInProgress =
    status === "pending" &&
    startsAt <= now &&
    now.getTime() <= endsAt.getTime() + lateUtteranceSeconds * 1000;
  if (!isInProgress) throw conflict("The transcript is written only during the interview.");
  if (bothSince === null)
    throw conflict("The transcript is off: it is written only while both of you agree.");
  return laterOf(bothSince, startsAt);
}

interface SpokenWords {
  startedAt: Date;
  characters: number;
}

/** How much a speaker has said so far, and when the latest words began. */
interface SpeakerProgress {
  count: number;
  characters: number;
  lastStartedAt: Date | null;
}

/** Throws `conflict` for words from before both consented, for words out of order, and when the speaker's part is full. */
function checkMayAdd(spoken: SpokenWords, runningSince: Date, progress: SpeakerProgress): void {
  const earliest = (instant: Date) => instant.getTime() - utteranceToleranceSeconds * 1000;
  if (spoken.startedAt.getTime() < earliest(runningSince)) {
    throw conflict("This was said before the transcript began.");
  }
  if (progress.lastStartedAt !== null && spoken.startedAt.getTime() < earliest(progress.lastStartedAt)) {
    throw conflict("This was said before your last stored words. Send your words in order.");
  }
  if (progress.count >= maxUtterances || progress.characters + spoken.characters > maxTranscriptCharacters) {
    throw conflict("Your part of this transcript is full.");
  }
}

const serviceSemaphore = createSemaphore({
  places: 8,
  maxWaiting: 40,
  busyMessage: "The transcription service is busy right now. Please try again in a few seconds.",
});

/** Timeout of the service, in milliseconds. */
const answerWithin = 20_000;

interface UtteranceAudio {
  id: string;
  bookingId: string;
  /** By the server's clock. */
  startedAt: Date;
  language: TranscriptLanguage;
  audio: Buffer;
}

/**
 * Transcribes what the actor said and adds it to the transcript. The audio stays in memory and is not stored.
 * Returns null if no words were recognized. Throws `invalid_input` for audio in another format, `conflict` like
 * `addUtterance`, and `unavailable` while the service is unavailable.
 */
export async function addUtteranceAudio(
  deps: Deps,
  actor: Actor,
  { audio, ...said }: UtteranceAudio,
): Promise<Utterance | null> {
  const { transcription } = deps;
  // Checks access to the room first, so that outsiders learn nothing about this installation's settings.
  const stored = await checkBeforeTranscribing(deps, actor, said);
  if (stored !== null) return stored;
  if (transcription === null) {
    throw conflict("No transcription service is set. Send the text instead.");
  }
  const { seconds, isSilent } = readWav(audio);
  if (isSilent) return null;
  const vocabulary = await listVocabulary(deps.database, said.bookingId);
  const answer = await serviceSemaphore.run(() =>
    transcription.transcribe(
      { audio, language: said.language, vocabulary },
      AbortSignal.timeout(answerWithin),
    ),
  );
  const text = asStoredText(answer);
  if (text === "") return null;
  const endedAt = new Date(said.startedAt.getTime() + seconds * 1000);
  // If someone ended the transcript meanwhile, this throws and discards the words, as it should.
  return await addUtterance(deps, actor, { ...said, text, endedAt });
}

/** Reduces the model's output to one line of plain text. */
function asStoredText(answer: string): string {
  return cutText(answer.replace(/[\p{Cc}\s]+/gu, " "), utteranceCharacters).trim();
}

const field = addUtteranceAudioEndpoint.multipart ?? "audio";

/**
 * Reads the audio of a multipart request into memory; it is never written to a file. Throws `invalid_input` if
 * there is none, and `payload_too_large`.
 */
export async function readAudio(request: FastifyRequest): Promise<Buffer> {
  if (request.headers["content-type"] === undefined) throw invalidField(field, "Send the audio as a file.");
  // One byte over the limit, so that a file that the parser truncates is known to be too large.
  const limits = { fileSize: maxAudioBytes + 1 };
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(rejectTruncatedForm);
  if (part === undefined || part.fieldname !== field) throw invalidField(field, "Send the audio as a file.");
  const audio = await part.toBuffer().catch(rejectTruncatedForm);
  if (audio.length > maxAudioBytes) {
    throw new AppError("payload_too_large", { msg: "This audio is longer than one utterance may be." });
  }
  return audio;
}

const samplesPerSecond = 16_000;
const minSeconds = 0.1;
/**
 * The speech threshold: the loudest tenth of a second, relative to full scale. Quieter audio is not sent, because
 * models invent words for silence.
 */
const silentLevel = 0.003;

export interface Speech {
  seconds: number;
  isSilent: boolean;
}

/** The length of a WAV of 16-bit mono at 16 kHz, and whether it has speech. Throws `invalid_input`. */
export function readWav(audio: Buffer): Speech {
  const text = (from: number, to: number) => audio.toString("latin1", from, to);
  const isWav =
    audio.length >= 44 &&
    text(0, 4) === "RIFF" &&
    text(8, 16) === "WAVEfmt " &&
    audio.readUInt32LE(16) === 16 &&
    text(36, 40) === "data";
  if (!isWav) throw invalidField("audio", "Send a WAV file.");
  const [format, channels, rate, bits] = [
    audio.readUInt16LE(20),
    audio.readUInt16LE(22),
    audio.readUInt32LE(24),
    audio.readUInt16LE(34),
  ];
  if (format !== 1 || channels !== 1 || rate !== samplesPerSecond || bits !== 16) {
    throw invalidField("audio", "Send 16-bit mono samples at 16 kHz.");
  }
  const bytes = audio.readUInt32LE(40);
  if (bytes !== audio.length - 44 || bytes % 2 !== 0) {
    throw invalidField("audio", "The file is incomplete, or its length doesn't match its header.");
  }
  const seconds = bytes / 2 / samplesPerSecond;
  if (seconds < minSeconds || seconds > audioSeconds) {
    throw invalidField("audio", `Send between a tenth of a second and ${audioSeconds} seconds.`);
  }
  return { seconds, isSilent: loudestLevel(audio) < silentLevel };
}

function loudestLevel(audio: Buffer): number {
  const windowLength = samplesPerSecond / 10;
  let loudest = 0;
  for (let from = 44; from < audio.length; from += windowLength * 2) {
    const to = Math.min(audio.length, from + windowLength * 2);
    let power = 0;
    for (let at = from; at < to; at += 2) power += (audio.readInt16LE(at) / 32_768) ** 2;
    loudest = Math.max(loudest, Math.sqrt(power / ((to - from) / 2)));
  }
  return loudest;
}

const maxTerms = 60;

/**
 * Terms that are likely to be said in an interview, from its goal and the interviewee's skills. The transcription
 * service uses them to spell words correctly.
 */
export async function listVocabulary(database: Database, bookingId: string): Promise<string[]> {
  const booking = await findBooking(database, bookingId);
  if (booking === null) return [];
  const goal = await findBookingGoal(database, bookingId);
  const { data } = await findResume(database, booking.intervieweeId);
  const terms = [
    ...(goal === null
      ? []
      : [goal.role, ...goal.practice.map((name) => goalPracticeNames[name]), goal.practiceOther]),
    ...(data?.skills ?? []).map(({ name }) => name),
  ];
  return [
    ...new Set(terms.map((term) => term.replace(/\s+/g, " ").trim()).filter((term) => term !== "")),
  ].slice(0, maxTerms);
}
