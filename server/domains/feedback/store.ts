import type { AiReport } from "@greenroom/contract/feedback.ts";
import type { Database, Tx } from "../../db/database.ts";

interface NewFeedback {
  id: string;
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  interviewScore: number;
  overallSummary: string;
  createdAt: Date;
}

/** One a booking: a second rejects with `feedback_one_per_booking`. */
export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<void> {
  await tx.insertInto("feedback").values(feedback).execute();
}

/** What this person said of their sessions, newest first. */
export function selectFeedbackGiven(database: Database, intervieweeId: string) {
  return database
    .selectFrom("feedback")
    .innerJoin("bookings as booking", "booking.id", "feedback.bookingId")
    .select([
      "feedback.id",
      "feedback.bookingId",
      "feedback.interviewerId",
      "feedback.interviewScore",
      "feedback.overallSummary",
      "feedback.createdAt",
      "booking.startsAt",
    ])
    .where("feedback.intervieweeId", "=", intervieweeId)
    .orderBy("feedback.createdAt", "desc")
    .orderBy("feedback.id", "desc")
    .execute();
}
export type FeedbackRow = Awaited<ReturnType<typeof selectFeedbackGiven>>[number];

export async function selectAverageScore(database: Database, interviewerId: string): Promise<number | null> {
  const { average } = await database
    .selectFrom("feedback")
    .select((select) => select.cast<number | null>(select.fn.avg("interviewScore"), "float8").as("average"))
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirstOrThrow();
  return average;
}

interface NewFeedbackFile {
  bookingId: string;
  storageKey: string;
  fileName: string;
  sizeBytes: number;
  uploadedAt: Date;
  /** Set while nobody may open it. */
  heldAt: Date | null;
}

/** One a booking: a second rejects with `feedback_files_pkey`. */
export async function insertFeedbackFile(tx: Tx, file: NewFeedbackFile): Promise<void> {
  await tx.insertInto("feedbackFiles").values(file).execute();
}

export function findFeedbackFile(database: Database | Tx, bookingId: string) {
  return database
    .selectFrom("feedbackFiles")
    .select(["storageKey", "fileName", "heldAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

interface NewAiReport {
  bookingId: string;
  intervieweeId: string;
  report: AiReport;
  createdAt: Date;
}

export async function upsertAiReport(database: Database, { report, ...row }: NewAiReport): Promise<void> {
  const written = { report: JSON.stringify(report), createdAt: row.createdAt };
  await database
    .insertInto("aiReports")
    .values({ ...row, ...written })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet(written))
    .execute();
}

export async function deleteAiReports(tx: Tx, intervieweeId: string): Promise<void> {
  await tx.deleteFrom("aiReports").where("intervieweeId", "=", intervieweeId).execute();
}

/** Opens a file that was held back; answers its booking, undefined when it was not held back any more. */
export async function releaseHeldFile(tx: Tx, storageKey: string): Promise<string | undefined> {
  const row = await tx
    .updateTable("feedbackFiles")
    .set({ heldAt: null })
    .where("storageKey", "=", storageKey)
    .where("heldAt", "is not", null)
    .returning("bookingId")
    .executeTakeFirst();
  return row?.bookingId;
}

/** Forgets a file that was held back, so that another can be uploaded. */
export async function deleteHeldFile(tx: Tx, storageKey: string) {
  return await tx
    .deleteFrom("feedbackFiles")
    .where("storageKey", "=", storageKey)
    .where("heldAt", "is not", null)
    .returning(["bookingId", "fileName"])
    .executeTakeFirst();
}
