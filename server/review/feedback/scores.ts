import { linesOf, mostNextSteps, mostQuestions } from "@greenroom/contract/review/rubric.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import { type Track, trackNames } from "@greenroom/contract/schedule/goals.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

export interface MentorReview {
  track: Track;
  scores: { area: AreaName; score: number }[];
}

/** The mentor's scores for one interview; null before they exist, and if the mentor uploaded a PDF instead. */
export async function findMentorReview(
  database: Database | Tx,
  bookingId: string,
): Promise<MentorReview | null> {
  return (await findMentorReviews(database, [bookingId])).get(bookingId) ?? null;
}

/** The same of several interviews, by booking. An interview without scores is left out. */
export async function findMentorReviews(
  database: Database | Tx,
  bookingIds: readonly string[],
): Promise<Map<string, MentorReview>> {
  const reviews = new Map<string, MentorReview>();
  if (bookingIds.length === 0) return reviews;
  const rows = await database
    .selectFrom("feedbackScores")
    .select(["bookingId", "track", "area", "score"])
    .where("bookingId", "in", bookingIds)
    .where("score", "is not", null)
    .$narrowType<{ score: number }>()
    .execute();
  const known = rows.flatMap((row) => (isKnown(row) ? [row] : []));
  for (const { bookingId, track, area, score } of known.sort((a, b) => orderOf(a) - orderOf(b))) {
    const review = reviews.get(bookingId) ?? { track, scores: [] };
    review.scores.push({ area, score });
    reviews.set(bookingId, review);
  }
  return reviews;
}

interface MentorTexts {
  summary: string | null;
  /** In the order of the form, without areas that have no notes. */
  notes: { area: AreaName; notes: string }[];
  nextSteps: string[];
  questions: string[];
}

/**
 * The texts of the mentor's form. All are missing before the feedback, if the mentor uploaded a PDF instead, and after
 * the mentor deleted their account.
 */
export async function findMentorTexts(database: Database, bookingId: string): Promise<MentorTexts> {
  const row = await database
    .selectFrom("feedbackSummaries")
    .select(["summary", "nextSteps", "questions"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  const notes = await database
    .selectFrom("feedbackScores")
    .select(["area", "notes"])
    .where("bookingId", "=", bookingId)
    .where("notes", "!=", "")
    .execute();
  return {
    summary: row?.summary ?? null,
    notes: areaNames.flatMap((area) =>
      notes.filter((of) => of.area === area).map((of) => ({ area, notes: of.notes })),
    ),
    nextSteps: stepsOf(row?.nextSteps ?? ""),
    // The form had no such limit at first.
    questions: linesOf(row?.questions ?? "").slice(0, mostQuestions),
  };
}

/** The next steps of several interviews, by booking. An interview without any is left out. */
export async function findNextSteps(
  database: Database,
  bookingIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("feedbackSummaries")
    .select(["bookingId", "nextSteps"])
    .where("bookingId", "in", bookingIds)
    .where("nextSteps", "!=", "")
    .execute();
  return new Map(rows.map(({ bookingId, nextSteps }) => [bookingId, stepsOf(nextSteps)]));
}

/** At most as many as the form takes, which had no limit at first. The same step twice is one step. */
function stepsOf(nextSteps: string): string[] {
  return [...new Set(linesOf(nextSteps))].slice(0, mostNextSteps);
}

/** True once the mentor has given feedback on an interview, by form or PDF. */
export async function hasMentorFeedback(database: Database, bookingId: string): Promise<boolean> {
  return (await findFeedbackFile(database, bookingId)) !== undefined;
}

export function findFeedbackFile(database: Database | Tx, bookingId: string) {
  return database
    .selectFrom("feedbackFiles")
    .select(["storageKey", "fileName", "heldAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

/** A server of a later version may have stored other names. */
function isKnown<Row extends { track: string; area: string }>(
  row: Row,
): row is Row & { track: Track; area: AreaName } {
  return trackNames.includes(row.track as Track) && areaNames.includes(row.area as AreaName);
}

function orderOf({ area }: { area: AreaName }): number {
  return areaNames.indexOf(area);
}

/**
 * Deletes mentors' scores and summaries for the interviews of a person who closes their account, and every text of the
 * feedback that this person wrote about others. Their scores stay, because they are the interviewees' progress.
 */
export async function eraseScores(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("feedbackScores").where("intervieweeId", "=", userId).execute();
  await tx
    .updateTable("feedbackScores")
    .set({ notes: "" })
    .where("interviewerId", "=", userId)
    .where("notes", "!=", "")
    .execute();
  await tx
    .deleteFrom("feedbackSummaries")
    .where((row) => row.or([row("intervieweeId", "=", userId), row("interviewerId", "=", userId)]))
    .execute();
}
