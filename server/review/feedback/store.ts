import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { RatedArea } from "@greenroom/contract/review/rubric.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

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

/* Queries about feedback that is still missing. */

interface ReminderTime {
  kind: "first" | "last";
  /** Minutes after the end; `until` is exclusive. */
  from: number;
  until: number;
}

/** Marks completed interviews without the mentor's file as reminded, and returns them, each once per kind. */
export async function markDueFeedbackReminders(
  tx: Tx,
  { kind, from, until }: ReminderTime,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    insert into feedback_reminders (booking_id, kind, dealt_at)
    select booking_id, ${kind}, ${now}::timestamptz from awaited_feedback awaited
    where ends_at <= ${addMinutes(now, -from)} and ends_at > ${addMinutes(now, -until)}
      and not exists (select from feedback_reminders told where told.booking_id = awaited.booking_id and told.kind = ${kind})
    order by ends_at limit ${limit}
    on conflict do nothing
    returning booking_id`.execute(tx);
  return rows.map(({ bookingId }) => bookingId);
}

/** A completed interview whose feedback is late, with the interviewee who gets the remedy. */
export interface LateFeedback {
  bookingId: string;
  intervieweeId: string;
}

/**
 * Interviews that ended before `endedBy`, still without file or remedy. Interviews with a no-show report that an
 * operator has to decide are left out.
 */
export async function selectLateFeedback(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
): Promise<LateFeedback[]> {
  return await selectLate(database)
    .select(["booking.id as bookingId", "booking.intervieweeId"])
    .where("awaited.endsAt", "<=", endedBy)
    .orderBy("awaited.endsAt")
    .limit(limit)
    .execute();
}

/**
 * Returns true if the feedback of this booking is still late. Locks the booking's row before checking: storing a
 * file takes a share lock on it (`lockForFile`), so a file and a remedy always see each other.
 */
export async function lockIfLate(tx: Tx, bookingId: string): Promise<boolean> {
  await tx.selectFrom("bookings").select("id").where("id", "=", bookingId).forNoKeyUpdate().execute();
  const row = await selectLate(tx)
    .select("booking.id")
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the booking's row before a file is stored, and returns its status; undefined if it does not exist. */
export async function lockForFile(tx: Tx, bookingId: string) {
  const row = await tx
    .selectFrom("bookings")
    .select("status")
    .where("id", "=", bookingId)
    .forShare()
    .executeTakeFirst();
  return row?.status;
}

/** True if the session of this booking was given as a remedy, or has had one for an earlier booking. */
export async function hasHadRemedy(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entries spend join credit_lots lot on lot.id = spend.lot_id
    where spend.booking_id = ${bookingId} and spend.kind = 'spend' and (lot.source = 'remedy' or exists (
      select from ledger_entries earlier join remedies on remedies.booking_id = earlier.booking_id
      where earlier.user_id = spend.user_id and earlier.credit_id = spend.credit_id and earlier.kind = 'spend'))`.execute(
    tx,
  );
  return rows.length > 0;
}

/** When the time for an interview's feedback began: its end, or when it was completed later. Null if none is awaited. */
export async function findAwaitedSince(database: Database, bookingId: string): Promise<Date | null> {
  const row = await database
    .selectFrom("awaitedFeedback")
    .select("endsAt")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** Leaves a booking out of the search for late feedback, but not out of what is awaited. */
export async function expectNoRemedy(tx: Tx, bookingId: string): Promise<void> {
  await tx
    .updateTable("awaitedFeedback")
    .set({ isWithoutRemedy: true })
    .where("bookingId", "=", bookingId)
    .execute();
}

/** Leaves a booking out of the search for late feedback, as a remedy does. */
export async function stopAwaiting(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom("awaitedFeedback").where("bookingId", "=", bookingId).execute();
}

function selectLate(database: Database | Tx) {
  return database
    .selectFrom("awaitedFeedback as awaited")
    .innerJoin("bookings as booking", "booking.id", "awaited.bookingId")
    .where("awaited.isWithoutRemedy", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("noShowReports as report")
            .whereRef("report.bookingId", "=", "booking.id")
            .where("report.outcome", "=", "pending")
            .select("report.id"),
        ),
      ),
    );
}

/** Once per booking; a second rejects with `remedies_pkey`. */
export async function insertRemedy(
  tx: Tx,
  remedy: { bookingId: string; lotId: string; grantedAt: Date },
): Promise<void> {
  await tx.insertInto("remedies").values(remedy).execute();
}
