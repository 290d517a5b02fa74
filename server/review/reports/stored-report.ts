import type { InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import { areasOf } from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  type Evidence,
  planExercises,
  shownClaims,
} from "@greenroom/contract/schedule/report-shape.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { listBankQuestionIds } from "../../room/erase.ts";
import type { MentorReview } from "../feedback/scores.ts";

export function findReport(database: Database | Tx, bookingId: string) {
  return database
    .selectFrom("aiReports")
    .select(["bookingId", "checked", "createdAt"])
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

export function findReportForUpdate(tx: Tx, bookingId: string) {
  return tx
    .selectFrom("aiReports")
    .select("checked")
    .where("bookingId", "=", bookingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function selectOpenAccount(database: Database | Tx, userId: string) {
  return database.selectFrom("users").select("id").where("id", "=", userId).where("deletedAt", "is", null);
}

/** Returns false once this person has closed their account. */
export async function hasOpenAccount(database: Database, userId: string): Promise<boolean> {
  return (await selectOpenAccount(database, userId).executeTakeFirst()) !== undefined;
}

/** Whether this account is open. Until the transaction ends, it stays so. */
export async function lockAccountIfOpen(tx: Tx, userId: string): Promise<boolean> {
  return (await selectOpenAccount(tx, userId).forShare().executeTakeFirst()) !== undefined;
}

export async function replaceChecked(tx: Tx, bookingId: string, checked: AiFeedback): Promise<void> {
  await tx
    .updateTable("aiReports")
    .set({ checked: JSON.stringify(checked) })
    .where("bookingId", "=", bookingId)
    .execute();
}

/** Adds the mentor's scores to a report; its areas get the labels of the mentor's track. */
export function withMentorScores(report: AiFeedback, review: MentorReview | null): AiFeedback {
  if (review === null) return report;
  const areas = rubricAreasOf(review.track);
  const measured = { ...report.measured, mentorScores: review.scores };
  const others = report.areas.filter(({ name }) => !areas.some((area) => area.name === name));
  return {
    ...report,
    areas: [...areas, ...others],
    measured,
    plan: withoutContradicted({ ...report, measured }),
  };
}

/** From this score on, the mentor sees nothing to practice in an area. */
const goodScore = 4;

/**
 * The plan without exercises for what was only counted about the communication, such as a silence, if the mentor, who
 * was there, scored it as good. The points stay.
 */
function withoutContradicted({ plan, claims, measured, source }: AiFeedback): AiFeedback["plan"] {
  const isGood = measured.mentorScores.some(
    ({ area, score }) => area === "communication" && score >= goodScore,
  );
  if (!isGood || source.kind === "model") return plan;
  const counted = claims.filter(({ area, kind }) => area === "communication" && kind === "observation");
  return plan.filter(({ claimId }) => !counted.some(({ id }) => id === claimId));
}

/** The areas of a track with the names that reports use. */
export function rubricAreasOf(track: Track): { name: string; label: string }[] {
  return areasOf(track).map(({ name, label }) => ({ name, label }));
}

/** Scores and report may be stored at the same time. With this lock, the later one sees the earlier one. */
export async function lockReport(tx: Tx, bookingId: string): Promise<void> {
  await lockSubjects(tx, [`report:${bookingId}`]);
}

/** Adds scores to a report that was made before them. Call this after storing the scores. */
export async function addMentorScores(tx: Tx, bookingId: string, review: MentorReview): Promise<void> {
  await lockReport(tx, bookingId);
  const row = await findReportForUpdate(tx, bookingId);
  const report = aiFeedbackSchema.safeParse(row?.checked).data;
  if (report === undefined) return;
  await replaceChecked(tx, bookingId, withMentorScores(report, review));
}

/**
 * A report that replaces the stored one, with the disputed points of the stored one unchanged. A new draft may word a
 * point differently, and the dispute would then belong to no point. A point that rests on words that were deleted
 * from the record since does not come back. Call it after `lockReport`.
 */
export async function withDisputedPoints(
  tx: Tx,
  bookingId: string,
  report: AiFeedback,
  record: Pick<InterviewRecord, "items">,
): Promise<AiFeedback> {
  const row = await findReportForUpdate(tx, bookingId);
  const stored = aiFeedbackSchema.safeParse(row?.checked).data;
  if (stored === undefined) return report;
  const disputed = new Set((await selectDisputes(tx, { bookingId })).map(({ claimId }) => claimId));
  const left = new Set(record.items.map(({ id }) => id));
  const kept = stored.claims
    .filter(({ id }) => disputed.has(id) && !report.claims.some((claim) => claim.id === id))
    .filter(({ evidence }) => evidence.every(({ itemId }) => left.has(itemId)));
  if (kept.length === 0) return report;
  // The last points without a dispute make room.
  const others = report.claims.filter(({ id }) => !disputed.has(id));
  const tooMany = Math.max(0, report.claims.length + kept.length - shownClaims);
  const removed = others.slice(Math.max(0, others.length - tooMany));
  const claims = [...report.claims.filter((claim) => !removed.includes(claim)), ...kept].slice(
    0,
    shownClaims,
  );
  const isShown = ({ claimId }: { claimId: string }) => claims.some(({ id }) => id === claimId);
  const exercises = stored.plan.filter(({ claimId }) => kept.some(({ id }) => id === claimId));
  const newAreas = stored.areas.filter(
    ({ name }) => kept.some(({ area }) => area === name) && !report.areas.some((area) => area.name === name),
  );
  return {
    ...report,
    claims,
    areas: [...report.areas, ...newAreas],
    checked: report.checked + kept.length,
    verified: report.verified + kept.length,
    shown: claims.length,
    plan: [...report.plan.filter(isShown), ...exercises].slice(0, planExercises),
  };
}

/** The subject of a report: an interview, or a practice round. */
export type ReportSubject = { bookingId: string } | { roundId: string };

export function keyOf(subject: ReportSubject): { column: "bookingId" | "roundId"; id: string } {
  return "bookingId" in subject
    ? { column: "bookingId", id: subject.bookingId }
    : { column: "roundId", id: subject.roundId };
}

export function selectDisputes(database: Database | Tx, subject: ReportSubject) {
  const { column, id } = keyOf(subject);
  return database
    .selectFrom("reportDisputes")
    .select(["claimId", "party", "line"])
    .where(column, "=", id)
    .orderBy("madeAt")
    .limit(100)
    .execute();
}

/** How many reports are read at once. */
const reportsAtATime = 100;

/**
 * Deletes the reports about a person who closes their account, their disputes to other reports, and their words in
 * the reports of interviews that they gave. Call it after the account is closed, so that a report which is being
 * made meanwhile is either seen here or not stored.
 */
export async function eraseReports(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("reportExercises").where("userId", "=", userId).execute();
  const about = tx.selectFrom("bookings").select("id").where("intervieweeId", "=", userId);
  await tx
    .deleteFrom("reportDisputes")
    .where((where) => where.or([where("userId", "=", userId), where("bookingId", "in", about)]))
    .execute();
  await tx.deleteFrom("reportRatings").where("userId", "=", userId).execute();
  await tx.deleteFrom("aiReports").where("intervieweeId", "=", userId).execute();
  await withdrawWordsOf(tx, userId);
}

async function withdrawWordsOf(tx: Tx, interviewerId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows = await tx
      .selectFrom("aiReports as made")
      .innerJoin("bookings as booking", "booking.id", "made.bookingId")
      .select(["made.bookingId", "made.checked"])
      .where("booking.interviewerId", "=", interviewerId)
      .where("made.checked", "is not", null)
      .$if(after !== null, (query) => query.where("made.bookingId", ">", after))
      .orderBy("made.bookingId")
      .limit(reportsAtATime)
      .forNoKeyUpdate(["made"])
      .execute();
    const bankQuestions = await listBankQuestionIds(
      tx,
      rows.map(({ bookingId }) => bookingId),
    );
    for (const { bookingId, checked } of rows) {
      const report = aiFeedbackSchema.safeParse(checked).data;
      const rest = report === undefined ? null : removeInterviewerQuotes(report, bankQuestions);
      if (rest === null) continue;
      await replaceChecked(tx, bookingId, rest);
    }
    if (rows.length < reportsAtATime) return;
    after = rows.at(-1)?.bookingId ?? null;
  }
}

/** The kinds of evidence that one person said, wrote, ran or marked. Both draw on the whiteboard. */
const personalKinds: ReadonlySet<Evidence["kind"]> = new Set(["utterance", "chat", "run", "mark"]);

/**
 * A report without its interviewer's words; null if it has none of them. Every claim that rests on some of them is
 * withdrawn, with its exercise, because its text may repeat them in other words. `bankQuestions`: the ids of its
 * questions that came from the bank, whose text is ours.
 */
export function removeInterviewerQuotes(
  report: AiFeedback,
  bankQuestions: ReadonlySet<string>,
): AiFeedback | null {
  const isTheirs = ({ kind, isOwn, itemId }: Evidence): boolean => {
    // An older report does not tell whose words or code it quotes, so they count as the interviewer's.
    if (kind === null || kind === "code") return isOwn !== true;
    if (kind === "question") return !bankQuestions.has(itemId);
    return isOwn === false && personalKinds.has(kind);
  };
  if (!report.claims.some(({ evidence }) => evidence.some(isTheirs))) return null;
  const claims = report.claims.filter(({ evidence }) => !evidence.some(isTheirs));
  return {
    ...report,
    claims,
    shown: claims.length,
    withdrawn: (report.withdrawn ?? 0) + report.claims.length - claims.length,
    plan: report.plan.filter(({ claimId }) => claims.some(({ id }) => id === claimId)),
  };
}
