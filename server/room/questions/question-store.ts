import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { QuestionTopic } from "@greenroom/contract/room/questions.ts";
import type {
  OwnQuestionInput,
  QuestionMarks,
  ShownQuestion,
} from "@greenroom/contract/room/room-questions.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { ShownHint } from "../../kernel/db/stored-json.ts";

/** A question that was shown in an interview, with the private marks of its interviewer. */
export interface AskedRow {
  id: string;
  bookingId: string;
  interviewerId: string;
  intervieweeId: string;
  source: "bank" | "own";
  questionId: string;
  title: string;
  topic: QuestionTopic | null;
  prompt: string;
  minutes: number | null;
  code: ShownQuestion["code"];
  hints: ShownHint[];
  shownAt: Date;
  endedAt: Date | null;
  marks: QuestionMarks;
}

function selectAsked(database: Database | Tx) {
  return database
    .selectFrom("roomQuestions as asked")
    .leftJoin("roomQuestionMarks as marks", "marks.roomQuestionId", "asked.id")
    .selectAll("asked")
    .select(["marks.criteria", "marks.note", "marks.outcome"]);
}
type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectAsked>["executeTakeFirstOrThrow"]>>;

function fromRow({ criteria, note, outcome, ...row }: SelectedRow): AskedRow {
  return { ...row, marks: { criteria: criteria ?? [], note: note ?? "", outcome } };
}

export async function findAsked(database: Database | Tx, id: string): Promise<AskedRow | null> {
  const row = await selectAsked(database).where("asked.id", "=", id).executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

/** The questions that were shown in an interview since an instant, oldest first. */
export async function selectAskedSince(
  database: Database | Tx,
  bookingId: string,
  since: Date,
): Promise<AskedRow[]> {
  const rows = await selectAsked(database)
    .where("asked.bookingId", "=", bookingId)
    .where("asked.shownAt", ">=", since)
    .orderBy("asked.shownAt")
    .orderBy("asked.id")
    .execute();
  return rows.map(fromRow);
}

/** The question that is currently shown in a room, if it was shown since an instant. */
export async function findOpenQuestion(
  database: Database | Tx,
  bookingId: string,
  since: Date,
): Promise<AskedRow | null> {
  const row = await selectAsked(database)
    .where("asked.bookingId", "=", bookingId)
    .where("asked.endedAt", "is", null)
    .where("asked.shownAt", ">=", since)
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

export async function insertAsked(tx: Tx, { marks, code, hints, ...row }: AskedRow): Promise<void> {
  await tx
    .insertInto("roomQuestions")
    .values({ ...row, code: code === null ? null : JSON.stringify(code), hints: JSON.stringify(hints) })
    .execute();
  await upsertMarks(tx, { ...row, marks, now: row.shownAt });
}

/** Stops showing the current question of a room, if there is one. */
export async function endOpenQuestion(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("roomQuestions")
    .set({ endedAt: now })
    .where("bookingId", "=", bookingId)
    .where("endedAt", "is", null)
    .execute();
}

export async function updateHints(tx: Tx, id: string, hints: ShownHint[]): Promise<void> {
  await tx
    .updateTable("roomQuestions")
    .set({ hints: JSON.stringify(hints) })
    .where("id", "=", id)
    .execute();
}

interface MarksWrite {
  id: string;
  bookingId: string;
  interviewerId: string;
  marks: QuestionMarks;
  now: Date;
}

export async function upsertMarks(
  database: Database | Tx,
  { id, bookingId, interviewerId, marks, now }: MarksWrite,
): Promise<void> {
  const changed = {
    criteria: JSON.stringify(marks.criteria),
    note: marks.note,
    outcome: marks.outcome,
    updatedAt: now,
  };
  await database
    .insertInto("roomQuestionMarks")
    .values({ roomQuestionId: id, bookingId, authorId: interviewerId, ...changed })
    .onConflict((conflict) => conflict.column("roomQuestionId").doUpdateSet(changed))
    .execute();
}

/** When each of these questions was last shown to a person in a different interview. */
export async function selectAskedBefore(
  database: Database,
  { intervieweeId, exceptBookingId, ids }: { intervieweeId: string; exceptBookingId: string; ids: string[] },
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("roomQuestions")
    .select(["questionId", sql<Date>`max(shown_at)`.as("lastAt")])
    .where("intervieweeId", "=", intervieweeId)
    .where("bookingId", "!=", exceptBookingId)
    .where("questionId", "in", ids)
    .groupBy("questionId")
    .execute();
  return new Map(rows.map(({ questionId, lastAt }) => [questionId, lastAt]));
}

/** The bank's questions that were shown to a person in interviews that end after an instant and were not canceled. */
export async function selectBankQuestionsInInterview(
  database: Database | Tx,
  intervieweeId: string,
  endAfter: Date,
): Promise<string[]> {
  const rows = await database
    .selectFrom("bookings as booking")
    .innerJoin("roomQuestions as asked", "asked.bookingId", "booking.id")
    .select("asked.questionId")
    .where("booking.intervieweeId", "=", intervieweeId)
    .where("booking.status", "!=", "cancelled")
    .where("booking.endsAt", ">", endAfter)
    // No interview takes a day. The index of a person's bookings is by their start.
    .where("booking.startsAt", ">", addMinutes(endAfter, -24 * 60))
    .where("asked.source", "=", "bank")
    .execute();
  return rows.map(({ questionId }) => questionId);
}

/**
 * Deletes the marks that a person made and the questions that they wrote and showed. Questions from the bank stay
 * in the records of their interviews, because they contain no person's text.
 */
export async function deleteAskedContent(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomQuestionMarks").where("authorId", "=", userId).execute();
  await tx
    .deleteFrom("roomQuestions")
    .where("interviewerId", "=", userId)
    .where("source", "=", "own")
    .execute();
}

export interface OwnQuestionRow extends OwnQuestionInput {
  id: string;
  authorId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** An author's questions, most recently changed first. `ownQuestionLimits` limits their number. */
export async function selectOwnQuestions(database: Database | Tx, authorId: string) {
  return await database
    .selectFrom("ownQuestions")
    .select(["id", "title", "prompt", "language", "minutes", "updatedAt"])
    .where("authorId", "=", authorId)
    .orderBy("updatedAt", "desc")
    .execute();
}

export async function findOwnQuestion(
  database: Database | Tx,
  id: string,
  authorId: string,
): Promise<OwnQuestionRow | null> {
  const row = await database
    .selectFrom("ownQuestions")
    .selectAll()
    .where("id", "=", id)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countOwnQuestions(tx: Tx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("ownQuestions")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("authorId", "=", authorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertOwnQuestion(tx: Tx, question: OwnQuestionRow): Promise<void> {
  await tx.insertInto("ownQuestions").values(question).execute();
}

/** Returns false if the author has no such question. */
export async function updateOwnQuestionRow(
  tx: Tx,
  { id, authorId, ...change }: Omit<OwnQuestionRow, "createdAt">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("ownQuestions")
    .set(change)
    .where("id", "=", id)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the author has no such question. */
export async function deleteOwnQuestionRow(tx: Tx, id: string, authorId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("ownQuestions")
    .where("id", "=", id)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectFavorites(database: Database | Tx, userId: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom("favoriteQuestions")
    .select("questionId")
    .where("userId", "=", userId)
    .execute();
  return new Set(rows.map(({ questionId }) => questionId));
}

export async function insertFavorite(tx: Tx, userId: string, questionId: string, now: Date): Promise<void> {
  await tx
    .insertInto("favoriteQuestions")
    .values({ userId, questionId, createdAt: now })
    .onConflict((conflict) => conflict.columns(["userId", "questionId"]).doNothing())
    .execute();
}

export async function deleteFavorite(
  database: Database | Tx,
  userId: string,
  questionId: string,
): Promise<void> {
  await database
    .deleteFrom("favoriteQuestions")
    .where("userId", "=", userId)
    .where("questionId", "=", questionId)
    .execute();
}

export async function deleteOwnAndFavorites(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("ownQuestions").where("authorId", "=", userId).execute();
  await tx.deleteFrom("favoriteQuestions").where("userId", "=", userId).execute();
}
