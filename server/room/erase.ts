import { sql } from "kysely";
import type { Tx } from "../kernel/db/database.ts";
import { deleteBoards, deleteTextsOf } from "./board-store.ts";
import { deletePads, deleteRunsOf } from "./code-pads/pad-store.ts";
import { deleteAskedContent, deleteOwnAndFavorites } from "./questions/question-store.ts";
import { deleteRoomContent } from "./room-store.ts";
import { deleteTranscriptsOf } from "./transcript/transcript-store.ts";

/**
 * Deletes the utterances, chat, notes, marks, runs and texts on whiteboards of a person who closes their account. Code and
 * the shapes of a whiteboard are the work of both people and show no name, so they are deleted with the second account.
 */
export async function eraseRoomContent(tx: Tx, userId: string): Promise<void> {
  await deleteRoomContent(tx, userId);
  await deleteTranscriptsOf(tx, userId);
  await deleteRunsOf(tx, userId);
  await deleteTextsOf(tx, userId);
  const orphaned = await selectOrphanedBookings(tx, userId);
  await deletePads(tx, orphaned);
  await deleteBoards(tx, orphaned);
}

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

/** Deletes the own questions, favorites and marks of a person who closes their account. */
export async function eraseRoomQuestions(tx: Tx, userId: string): Promise<void> {
  await deleteOwnAndFavorites(tx, userId);
  await deleteAskedContent(tx, userId);
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
