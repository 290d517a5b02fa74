import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import type {
  Dispute,
  MentorFeedback,
  ReportRecord,
  ReportView,
} from "@greenroom/contract/review/reports.ts";
import type { AreaName } from "@greenroom/contract/review/tracks.ts";
import type { QuestionRole } from "@greenroom/contract/room/questions.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { type Track, trackOfRole } from "@greenroom/contract/schedule/goals.ts";
import type { AiFeedback, Claim, PlannedExercise } from "@greenroom/contract/schedule/report-shape.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import {
  findRelated,
  listSets,
  openQuestionBank,
  type QuestionBank,
} from "../../room/questions/question-bank.ts";
import { recordDeletedAt } from "../../room/rules.ts";
import { findTranscriptDeletion } from "../../room/transcript/consent.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";
import { presentAiFeedback } from "../../schedule/bookings/present.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { findMentorReview, findMentorTexts, hasMentorFeedback } from "../feedback/scores.ts";
import { findReport, keyOf, lockReport, type ReportSubject, selectDisputes } from "./stored-report.ts";

export interface OwnReport {
  booking: BookingRecord;
  report: AiFeedback;
}

/**
 * The report of the actor's booking in this role. Throws `not_found` for other people's bookings and while there is
 * no report. Throws `conflict` for the interviewer before they have given their own feedback, so that a draft does
 * not influence their scores.
 */
export async function getOwnReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  role: Party,
): Promise<OwnReport> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const owner = role === "interviewee" ? booking.intervieweeId : booking.interviewerId;
  if (owner !== actor.userId) throw new AppError("not_found", { msg: "This booking does not exist." });
  if (role === "interviewer" && !(await hasMentorFeedback(deps.database, booking.id))) {
    throw conflict("The report opens once your own feedback is in.");
  }
  const row = await findReport(deps.database, booking.id);
  const report = row === undefined ? null : presentAiFeedback(row.checked);
  if (report === null) throw new AppError("not_found", { msg: "There is no report for this interview yet." });
  return { booking, report };
}

/** The actor's report with both parties' disputes. */
export async function getReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  role: Party,
): Promise<ReportView> {
  return await presentReport(deps, await getOwnReport(deps, actor, bookingId, role), role);
}

export async function presentReport(
  deps: Deps,
  { booking, report }: OwnReport,
  role: Party,
): Promise<ReportView> {
  const bookingId = booking.id;
  const { disputes, useful } = await readAnswers(deps, { bookingId });
  const track = await findReportTrack(deps.database, bookingId);
  return {
    bookingId,
    report: { ...report, plan: linkExercises(await openQuestionBank(), report, track) },
    track,
    ...(await readMentorFeedback(deps.database, bookingId)),
    record: await recordOf(deps, booking),
    disputes,
    useful: role === "interviewee" ? useful : null,
    doneExercises: await selectDoneExercises(
      deps.database,
      bookingId,
      report.plan.map(({ claimId }) => claimId),
    ),
  };
}

/** When the record that a report links to is deleted, whether that is over, and when its transcript was deleted. */
async function recordOf({ clock, config, database }: Deps, booking: BookingRecord): Promise<ReportRecord> {
  const deletedAt = recordDeletedAt(booking, config.recordDays);
  const transcriptDeletedAt = await findTranscriptDeletion(database, booking.id);
  return {
    deletedAt: deletedAt.toISOString(),
    isDeleted: deletedAt <= clock.now(),
    ...(transcriptDeletedAt === null ? {} : { transcriptDeletedAt: transcriptDeletedAt.toISOString() }),
  };
}

/** Done exercises of these claims only, because a report that was made again may have others. */
async function selectDoneExercises(
  database: Database,
  bookingId: string,
  claimIds: readonly string[],
): Promise<string[]> {
  if (claimIds.length === 0) return [];
  const rows = await database
    .selectFrom("reportExercises")
    .select("claimId")
    .where("bookingId", "=", bookingId)
    .where("claimId", "in", claimIds)
    .execute();
  return rows.map(({ claimId }) => claimId);
}

/** The track that the mentor chose; before the mentor's scores, the one that fits the goal's role. */
export async function findReportTrack(database: Database, bookingId: string): Promise<Track> {
  const review = await findMentorReview(database, bookingId);
  if (review !== null) return review.track;
  return trackOfRole((await findBookingGoal(database, bookingId))?.role ?? "");
}

interface OwnWords {
  mentorSummary: string | null;
  mentorFeedback: MentorFeedback | null;
}

/** The texts of the mentor's form as the report shows them: which steps are done, and which questions the bank has. */
export async function readMentorFeedback(database: Database, bookingId: string): Promise<OwnWords> {
  const { summary, notes, nextSteps, questions } = await findMentorTexts(database, bookingId);
  if (notes.length + nextSteps.length + questions.length === 0) {
    return { mentorSummary: summary, mentorFeedback: null };
  }
  const steps = nextSteps.map((text) => ({ id: stepId(bookingId, text), text }));
  const done = await selectDoneExercises(
    database,
    bookingId,
    steps.map(({ id }) => id),
  );
  const bank = await openQuestionBank();
  return {
    mentorSummary: summary,
    mentorFeedback: {
      notes,
      nextSteps: steps.map((step) => ({ ...step, isDone: done.includes(step.id) })),
      questions: questions.map((title) => ({ title, questionId: bank.findByTitle(title)?.id ?? null })),
    },
  };
}

/** Under this id, a step is ticked like the claim of an exercise. */
export function stepId(bookingId: string, text: string): string {
  return derivedId(`next-step:${bookingId}:${text}`);
}

/** The topic of each area of a rubric, by role. Any question practices communication. */
const topics: Record<QuestionRole, Partial<Record<AreaName, QuestionTopic>>> = {
  "ml-engineer": {
    problemSolving: "ml-system-design",
    mlKnowledge: "ml-fundamentals",
    coding: "python",
    evaluation: "ml-system-design",
  },
  "ai-engineer": {
    problemSolving: "ml-system-design",
    mlKnowledge: "llm-rag-agents",
    coding: "python",
    evaluation: "llm-rag-agents",
  },
  "data-scientist": {
    problemSolving: "data-work",
    mlKnowledge: "statistics-experiments",
    coding: "python",
    evaluation: "statistics-experiments",
  },
  "data-analyst": {
    problemSolving: "data-work",
    mlKnowledge: "statistics-experiments",
    coding: "sql",
    evaluation: "statistics-experiments",
  },
};

/** The plan of a report, each exercise with a matching question and drill from the bank. */
export function linkExercises(
  bank: QuestionBank,
  { plan, claims }: Pick<AiFeedback, "plan" | "claims">,
  track: Track,
): PlannedExercise[] {
  const role: QuestionRole = track === "general" ? "ml-engineer" : track;
  const sets = listSets(bank).filter((set) => set.role === role);
  const taken = new Set<string>();
  return plan.map((exercise) => {
    const area = claims.find(({ id }) => id === exercise.claimId)?.area ?? "";
    const topic = topics[role][area as AreaName];
    if (topic === undefined) return exercise;
    const asked = bank.all.filter((each) => each.topic === topic && each.roles.includes(role));
    const question = findRelated(
      bank,
      asked.filter(({ id }) => !taken.has(id)),
      `${exercise.title} ${exercise.exercise}`,
    );
    if (question !== undefined) taken.add(question.id);
    return {
      ...exercise,
      questionId: question?.id ?? null,
      drillId: sets.find((set) => set.topic === topic)?.id ?? null,
    };
  });
}

interface ClaimDispute {
  bookingId: string;
  claimId: string;
  line: string;
}

/** Stores a party's dispute of a claim of an interview's report. Throws `not_found`. */
export async function disputeClaim(
  deps: Deps,
  actor: Actor,
  party: Party,
  { bookingId, claimId, line }: ClaimDispute,
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, party);
  const readClaims = async (tx: Tx) => {
    await lockReport(tx, bookingId);
    const row = await findReport(tx, bookingId);
    return row === undefined ? [] : (presentAiFeedback(row.checked)?.claims ?? []);
  };
  return await storeDispute(deps, actor, { bookingId }, { party, readClaims, claimId, line });
}

/** Stores whether an interview's report was useful. Throws `not_found`. */
export async function rateReport(
  deps: Deps,
  actor: Actor,
  { bookingId, useful }: { bookingId: string; useful: boolean },
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, "interviewee");
  return await storeRating(deps, actor, { bookingId }, useful);
}

/* Answers to a report of an interview or a practice round. The caller checks that the person may read it. */

interface DisputeInput {
  party: Party;
  /** The claims of the report, which cannot be replaced until the transaction ends. */
  readClaims: (tx: Tx) => Promise<readonly Pick<Claim, "id">[]>;
  claimId: string;
  line: string;
}

/** Stores a party's dispute of a claim; a second one replaces the first. Throws `not_found` for another claim. */
export async function storeDispute(
  { database, clock }: Deps,
  { userId }: Actor,
  subject: ReportSubject,
  { party, readClaims, claimId, line }: DisputeInput,
): Promise<{ msg: string }> {
  await inTransaction(database, async (tx) => {
    if (!(await readClaims(tx)).some(({ id }) => id === claimId)) {
      throw new AppError("not_found", { msg: "This report has no such point." });
    }
    await lockAccount(tx, userId);
    const { column, id } = keyOf(subject);
    const madeAt = clock.now();
    await tx
      .insertInto("reportDisputes")
      .values({ [column]: id, claimId, userId, party, line, madeAt })
      .onConflict((conflict) =>
        conflict.columns([column, "claimId", "party"]).doUpdateSet({ line, madeAt, userId }),
      )
      .execute();
  });
  return { msg: "Thank you. It is shown with this point." };
}

/** Stores whether a report was useful; the last answer counts. */
export async function storeRating(
  { database, clock }: Deps,
  { userId }: Actor,
  subject: ReportSubject,
  isUseful: boolean,
): Promise<{ msg: string }> {
  await inTransaction(database, async (tx) => {
    await lockAccount(tx, userId);
    const { column, id } = keyOf(subject);
    const ratedAt = clock.now();
    await tx
      .insertInto("reportRatings")
      .values({ [column]: id, userId, isUseful, ratedAt })
      .onConflict((conflict) => conflict.column(column).doUpdateSet({ isUseful, ratedAt }))
      .execute();
  });
  return { msg: "Thank you for telling us." };
}

/** The answers to a report: both parties' disputes, and whether it was useful. */
export async function readAnswers(
  { database }: Pick<Deps, "database">,
  subject: ReportSubject,
): Promise<{ disputes: Dispute[]; useful: boolean | null }> {
  const disputes = await selectDisputes(database, subject);
  const { column, id } = keyOf(subject);
  const rating = await database
    .selectFrom("reportRatings")
    .select("isUseful")
    .where(column, "=", id)
    .executeTakeFirst();
  return {
    disputes: disputes.map(({ claimId, party, line }) => ({ claimId, by: party as Party, line })),
    useful: rating?.isUseful ?? null,
  };
}
