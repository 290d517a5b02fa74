import type { RatedArea } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

interface NewScores {
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  track: Track;
  scoredAt: Date;
  areas: readonly RatedArea[];
}

export async function insertScores(tx: Tx, { areas, ...common }: NewScores): Promise<void> {
  const rows = areas.map((area) => ({ ...common, ...area }));
  await tx.insertInto("feedbackScores").values(rows).execute();
}

interface NewSummary {
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  summary: string;
  /** One per line; empty without any. */
  nextSteps: string;
  questions: string;
  writtenAt: Date;
}

export async function insertSummary(tx: Tx, row: NewSummary): Promise<void> {
  await tx.insertInto("feedbackSummaries").values(row).execute();
}

/** Stores how long the form took, unless that is known. Resolves to whether the interviewer wrote this summary. */
export async function updateWritingSeconds(
  database: Database,
  { bookingId, interviewerId, seconds }: { bookingId: string; interviewerId: string; seconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("feedbackSummaries")
    .set((row) => ({ writingSeconds: row.fn.coalesce("writingSeconds", row.val(seconds)) }))
    .where("bookingId", "=", bookingId)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function selectSummary(database: Database, bookingId: string) {
  return database
    .selectFrom("feedbackSummaries")
    .select(["summary", "nextSteps", "questions"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

/** The next steps of each interview that has some. */
export function selectNextSteps(database: Database, bookingIds: readonly string[]) {
  return database
    .selectFrom("feedbackSummaries")
    .select(["bookingId", "nextSteps"])
    .where("bookingId", "in", bookingIds)
    .where("nextSteps", "!=", "")
    .execute();
}

/** Deletes the summaries about a person and those that they wrote. */
export async function deleteSummariesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("feedbackSummaries")
    .where((row) => row.or([row("intervieweeId", "=", userId), row("interviewerId", "=", userId)]))
    .execute();
}

/** The scores of the areas that were assessed. */
export function selectScoresOfBookings(database: Database | Tx, bookingIds: readonly string[]) {
  return database
    .selectFrom("feedbackScores")
    .select(["bookingId", "track", "area", "score"])
    .where("bookingId", "in", bookingIds)
    .where("score", "is not", null)
    .$narrowType<{ score: number }>()
    .execute();
}

/** The notes on each area that has some. */
export function selectNotes(database: Database, bookingId: string) {
  return database
    .selectFrom("feedbackScores")
    .select(["area", "notes"])
    .where("bookingId", "=", bookingId)
    .where("notes", "!=", "")
    .execute();
}

/** Empties the notes that a person wrote about others. The scores stay. */
export async function clearNotesOf(tx: Tx, interviewerId: string): Promise<void> {
  await tx
    .updateTable("feedbackScores")
    .set({ notes: "" })
    .where("interviewerId", "=", interviewerId)
    .where("notes", "!=", "")
    .execute();
}

export async function deleteScoresOf(tx: Tx, intervieweeId: string): Promise<void> {
  await tx.deleteFrom("feedbackScores").where("intervieweeId", "=", intervieweeId).execute();
}
