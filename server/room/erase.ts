import { sql } from "kysely";
import type { Tx } from "../kernel/db/database.ts";

/**
 * Deletes the utterances, chat, notes, marks, runs and texts on whiteboards of a person who closes their account. Code and
 * the shapes of a whiteboard are the work of both people and show no name, so they are deleted with the second account.
 */
export async function eraseRoomContent(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomMessages").where("senderId", "=", userId).execute();
  await tx.deleteFrom("roomNotes").where("authorId", "=", userId).execute();
  await tx.deleteFrom("roomMarks").where("authorId", "=", userId).execute();
  await tx.deleteFrom("roomUtterances").where("speakerId", "=", userId).execute();
  await tx.deleteFrom("roomTranscriptReviews").where("userId", "=", userId).execute();
  await tx.deleteFrom("roomConsents").where("userId", "=", userId).execute();
  await tx.deleteFrom("roomCodeRuns").where("runnerId", "=", userId).execute();
  await sql`
    delete from room_board_elements where author_id = ${userId} and element ->> 'type' = 'text'`.execute(tx);
  const orphaned = await selectOrphanedBookings(tx, userId);
  for (const table of sharedTables)
    await sql`delete from ${sql.table(table)} where booking_id = any(${orphaned}::uuid[])`.execute(tx);
}

const sharedTables = ["room_code_snapshots", "room_code_updates", "room_code", "room_board_elements"];

/**
 * The bookings of a person whose other party has closed their account already. Looks at the other party of each booking:
 * a join would read everybody to find those.
 */
async function selectOrphanedBookings(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where interviewee_id = ${userId}
      and (select deleted_at from users where users.id = interviewer_id) is not null
    union all
    select id from bookings where interviewer_id = ${userId}
      and (select deleted_at from users where users.id = interviewee_id) is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the own questions, favorites and marks of a person who closes their account. Questions from the bank stay in
 * the records of their interviews, because they contain no person's text.
 */
export async function eraseRoomQuestions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("ownQuestions").where("authorId", "=", userId).execute();
  await tx.deleteFrom("favoriteQuestions").where("userId", "=", userId).execute();
  await tx.deleteFrom("roomQuestionMarks").where("authorId", "=", userId).execute();
  await tx
    .deleteFrom("roomQuestions")
    .where("interviewerId", "=", userId)
    .where("source", "=", "own")
    .execute();
}

/** The record items of these interviews that are questions of the bank, whose text no person wrote. */
export async function listBankQuestionIds(tx: Tx, bookingIds: readonly string[]): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom("roomQuestions")
    .select("id")
    .where("bookingId", "in", bookingIds)
    .where("source", "=", "bank")
    .execute();
  return new Set(rows.map(({ id }) => id));
}
