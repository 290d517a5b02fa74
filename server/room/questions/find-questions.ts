import { idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import type { QuestionRole } from "@greenroom/contract/room/questions.ts";
import {
  foundQuestions,
  type InterviewerQuestion,
  type QuestionSummary,
  type searchRoomQuestions,
} from "@greenroom/contract/room/room-questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { OwnQuestions } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getHostedBooking } from "../rooms.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { openQuestionBank } from "./question-bank.ts";

/** The parts that are the same for every interviewer. */
type FullQuestion = Omit<InterviewerQuestion, "isFavorite" | "askedBefore">;

/** A question from the bank with its answer key, but without hidden tests, because the room runs no tests. */
function presentBankQuestion(question: Question): FullQuestion {
  const { id, title, topic, level, minutes, prompt, clarifications, hints, followUps } = question;
  const { criteria, modelAnswer, commonErrors } = question;
  return {
    ...{ id, source: "bank", title, topic, level, minutes, prompt },
    language: question.kind === "talk" ? null : question.kind,
    code:
      question.kind === "talk"
        ? null
        : {
            language: question.kind,
            starterCode: question.starterCode,
            tables: question.kind === "sql" ? question.tables : [],
            referenceSolution: question.referenceSolution,
          },
    ...{ clarifications, hints, followUps, criteria, modelAnswer, commonErrors },
    notes: "",
  };
}

function presentOwnQuestion(question: OwnQuestionRow): FullQuestion {
  const { id, title, minutes, language, prompt, starterCode, notes } = question;
  return {
    ...{ id, source: "own", title, topic: null, level: null, minutes, language, prompt },
    code: language === null ? null : { language, starterCode, tables: [], referenceSolution: null },
    clarifications: [],
    hints: [],
    followUps: [],
    criteria: [],
    modelAnswer: "",
    commonErrors: [],
    notes,
  };
}

export type OwnQuestionRow = Selectable<OwnQuestions>;

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

export async function selectFavorites(database: Database | Tx, userId: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom("favoriteQuestions")
    .select("questionId")
    .where("userId", "=", userId)
    .execute();
  return new Set(rows.map(({ questionId }) => questionId));
}

/** When each of these questions was last shown to a person in a different interview. */
async function selectAskedBefore(
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

type Search = z.output<NonNullable<typeof searchRoomQuestions.query>>;
interface Candidate extends Omit<QuestionSummary, "isFavorite" | "askedBefore"> {
  prompt: string;
  /** Empty for an own question, which fits every role. */
  roles: readonly QuestionRole[];
}

/**
 * Finds questions for an interview that the actor gives, favorites first. Throws `not_found` for other people's
 * interviews, `conflict` while the room is closed, and `too_many_requests`.
 */
export async function searchQuestions(
  deps: Deps,
  actor: Actor,
  { bookingId, ...search }: Search & { bookingId: string },
): Promise<{ questions: QuestionSummary[]; total: number }> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  checkMayEnterRoom(booking, deps.clock.now());
  const favorites = await selectFavorites(deps.database, actor.userId);
  const own: Candidate[] = (await selectOwnQuestions(deps.database, actor.userId)).map((question) => ({
    ...question,
    source: "own",
    topic: null,
    level: null,
    roles: [],
  }));
  const bank: Candidate[] = (await openQuestionBank()).all.map((question) => ({
    ...presentBankQuestion(question),
    roles: question.roles,
  }));
  const words = (search.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const matching = [...own, ...bank]
    .filter((question) => fits(question, search, favorites))
    .map((question) => ({ question, rank: rankOf(question, words, favorites) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ question }) => question);
  const shown = matching.slice(0, foundQuestions);
  const askedBefore = await selectAskedBefore(deps.database, {
    intervieweeId: booking.intervieweeId,
    exceptBookingId: booking.id,
    ids: shown.map(({ id }) => id),
  });
  return {
    questions: shown.map((question) => ({
      ...question,
      isFavorite: favorites.has(question.id),
      askedBefore: askedBefore.get(question.id)?.toISOString() ?? null,
    })),
    total: matching.length,
  };
}

function fits(
  { id, source, roles, topic, level, minutes }: Candidate,
  { role, topic: onlyTopic, level: onlyLevel, maxMinutes, from = "all" }: Search,
  favorites: ReadonlySet<string>,
): boolean {
  return (
    (from !== "own" || source === "own") &&
    (from !== "favorites" || favorites.has(id)) &&
    (role === undefined || source === "own" || roles.includes(role)) &&
    (onlyTopic === undefined || topic === onlyTopic) &&
    (onlyLevel === undefined || level === onlyLevel) &&
    (maxMinutes === undefined || minutes === null || minutes <= maxMinutes)
  );
}

/** Returns 0 if a word is missing. A word in the title counts more than one in the prompt. */
function rankOf(
  { id, title, prompt, topic }: Candidate,
  words: readonly string[],
  favorites: ReadonlySet<string>,
): number {
  const inTitle = title.toLowerCase();
  const inAll = `${inTitle} ${prompt.toLowerCase()} ${topic === null ? "" : questionTopicNames[topic].toLowerCase()}`;
  if (!words.every((word) => inAll.includes(word))) return 0;
  const titleHits = words.filter((word) => inTitle.includes(word)).length;
  return 1 + titleHits + (favorites.has(id) ? words.length + 1 : 0);
}

/**
 * A question with its answer key, for the interviewer of an interview whose room is open. Throws `not_found`,
 * `conflict` while the room is closed, and `too_many_requests`.
 */
export async function readQuestion(
  deps: Deps,
  actor: Actor,
  { bookingId, questionId }: { bookingId: string; questionId: string },
): Promise<InterviewerQuestion> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  checkMayEnterRoom(booking, deps.clock.now());
  const question = await findQuestion(deps.database, actor, questionId);
  const favorites = await selectFavorites(deps.database, actor.userId);
  const askedBefore = await selectAskedBefore(deps.database, {
    intervieweeId: booking.intervieweeId,
    exceptBookingId: booking.id,
    ids: [questionId],
  });
  return {
    ...question,
    isFavorite: favorites.has(questionId),
    askedBefore: askedBefore.get(questionId)?.toISOString() ?? null,
  };
}

/** A question of the bank or one of the actor's own, with its answer key. Throws `not_found`. */
export async function findQuestion(
  database: Database | Tx,
  actor: Actor,
  questionId: string,
): Promise<FullQuestion> {
  const bank = (await openQuestionBank()).find(questionId);
  if (bank !== undefined) return presentBankQuestion(bank);
  const isOwn = idSchema.safeParse(questionId).success;
  const own = isOwn ? await findOwnQuestion(database, questionId, actor.userId) : null;
  if (own === null) throw new AppError("not_found", { msg: "This question does not exist." });
  return presentOwnQuestion(own);
}
