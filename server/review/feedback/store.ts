import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/keyset.ts";

interface NewFeedback {
  id: string;
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  interviewScore: number;
  overallSummary: string;
  createdAt: Date;
}

/** One per booking; a second rejects with `feedback_one_per_booking`. */
export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<void> {
  await tx.insertInto("feedback").values(feedback).execute();
}

const newestFirst = orderBy("desc", ["instant", "feedback.createdAt"], ["id", "feedback.id"]);

/** The ratings that this person gave, newest first. */
export function selectFeedbackGiven(database: Database, intervieweeId: string, page: PageQuery) {
  const query = database
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
    .where("feedback.intervieweeId", "=", intervieweeId);
  return readPage(query, newestFirst, page);
}
export type FeedbackRow = Awaited<ReturnType<typeof selectFeedbackGiven>>["rows"][number];

interface NewFeedbackFile {
  bookingId: string;
  storageKey: string;
  fileName: string;
  sizeBytes: number;
  uploadedAt: Date;
  /** Set while the file is held back and nobody may open it. */
  heldAt: Date | null;
}

/** One per booking; a second rejects with `feedback_files_pkey`. */
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

/** Releases a held file and returns its booking; undefined if it was no longer held. */
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

/** Deletes the row of a held file, so that another can be uploaded. */
export async function deleteHeldFile(tx: Tx, storageKey: string) {
  return await tx
    .deleteFrom("feedbackFiles")
    .where("storageKey", "=", storageKey)
    .where("heldAt", "is not", null)
    .returning(["bookingId", "fileName"])
    .executeTakeFirst();
}
