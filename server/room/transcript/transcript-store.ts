import type { ConsentEvent } from "@greenroom/contract/room/room-record.ts";
import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";

export interface StoredConsent {
  id: string;
  userId: string;
  event: ConsentEvent;
  happenedAt: Date;
}

export interface Utterance {
  id: string;
  bookingId: string;
  speakerId: string;
  language: TranscriptLanguage;
  text: string;
  originalText: string | null;
  startedAt: Date;
  endedAt: Date;
}

const columns = [
  "id",
  "bookingId",
  "speakerId",
  "language",
  "text",
  "originalText",
  "startedAt",
  "endedAt",
] as const;

/** Every change of a transcript takes this lock, so that nothing is added after someone has ended it. */
export async function lockTranscript(tx: Tx, bookingId: string): Promise<void> {
  await lockSubjects(tx, [`transcript of ${bookingId}`]);
}

/** Both parties' decisions about the transcript, oldest first. */
export async function selectConsents(database: Database | Tx, bookingId: string): Promise<StoredConsent[]> {
  const rows = await database
    .selectFrom("roomConsents")
    .select(["id", "userId", "event", "happenedAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("position")
    .execute();
  return rows;
}

export async function insertConsent(tx: Tx, consent: StoredConsent & { bookingId: string }): Promise<void> {
  await tx.insertInto("roomConsents").values(consent).execute();
}

export async function hasUtterances(database: Database | Tx, bookingId: string): Promise<boolean> {
  const row = await database
    .selectFrom("roomUtterances")
    .select("id")
    .where("bookingId", "=", bookingId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether all these utterances are stored, with these texts. */
export async function areUtterancesStored(
  tx: Tx,
  bookingId: string,
  utterances: readonly Pick<Utterance, "id" | "text">[],
): Promise<boolean> {
  const rows = await tx
    .selectFrom("roomUtterances")
    .select(["id", "text"])
    .where("bookingId", "=", bookingId)
    .execute();
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  return utterances.every(({ id, text }) => texts.get(id) === text);
}

/** The transcript of an interview, in spoken order. */
export async function selectUtterances(database: Database, bookingId: string): Promise<Utterance[]> {
  const rows = await database
    .selectFrom("roomUtterances")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("startedAt")
    .orderBy("id")
    .execute();
  return rows;
}

export async function findUtterance(database: Database | Tx, id: string): Promise<Utterance | null> {
  const row = await database
    .selectFrom("roomUtterances")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

interface SpokenSize {
  count: number;
  characters: number;
  /** When this speaker's latest utterance began; null before the first. */
  lastStartedAt: Date | null;
}

/** How much one person has said in an interview. */
export async function measureSpoken(tx: Tx, bookingId: string, speakerId: string): Promise<SpokenSize> {
  const { rows } = await sql<SpokenSize>`
    select count(*)::int as count, coalesce(sum(length(text)), 0)::int as characters,
      max(started_at) as last_started_at
    from room_utterances where booking_id = ${bookingId} and speaker_id = ${speakerId}`.execute(tx);
  return rows[0] as SpokenSize;
}

export async function insertUtterance(tx: Tx, utterance: Omit<Utterance, "originalText">): Promise<void> {
  await tx.insertInto("roomUtterances").values(utterance).execute();
}

export async function updateUtterance(
  tx: Tx,
  { id, text, originalText, now }: Pick<Utterance, "id" | "text" | "originalText"> & { now: Date },
): Promise<void> {
  const correctedAt = originalText === null ? null : now;
  await tx
    .updateTable("roomUtterances")
    .set({ text, originalText, correctedAt })
    .where("id", "=", id)
    .execute();
}

/** Deletes all utterances of both parties. Returns how many. */
export async function deleteUtterances(tx: Tx, bookingId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("roomUtterances")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The people who have finished correcting. */
export async function selectReviewers(database: Database | Tx, bookingId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("roomTranscriptReviews")
    .select("userId")
    .where("bookingId", "=", bookingId)
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function insertReviewer(
  tx: Tx,
  review: { bookingId: string; userId: string; doneAt: Date },
): Promise<void> {
  await tx
    .insertInto("roomTranscriptReviews")
    .values(review)
    .onConflict((conflict) => conflict.columns(["bookingId", "userId"]).doNothing())
    .execute();
}

/** Permanently deletes what a person said in interviews and decided about transcripts. */
export async function deleteTranscriptsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomUtterances").where("speakerId", "=", userId).execute();
  await tx.deleteFrom("roomTranscriptReviews").where("userId", "=", userId).execute();
  await tx.deleteFrom("roomConsents").where("userId", "=", userId).execute();
}
