import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import {
  type DrillCard,
  type DrillRating,
  type DrillSet,
  type DrillToday,
  goalCards,
  reviewCards,
} from "@greenroom/contract/practice/drills.ts";
import { practiceProgressDays } from "@greenroom/contract/practice/rounds.ts";
import type { AnswerKey, TestCount } from "@greenroom/contract/room/questions.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { addDays, dayOf } from "../../kernel/days.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { listQuestionsInInterview } from "../../room/questions/asked-questions.ts";
import {
  type Card,
  type CardSet,
  getCard,
  getSet,
  listSets,
  openQuestionBank,
  presentAnswerKey,
  presentQuestion,
  type QuestionBank,
} from "../../room/questions/question-bank.ts";
import { checkMayAnswer, findOpenQuestion } from "../rounds/answers.ts";
import { type CardState, dueAfter, findStreak, schedule } from "./rules.ts";

type DueTimes = ReadonlyMap<string, Date>;

/** Every set, with the number of cards that are due for the actor. */
export async function listDrills(deps: Deps, actor: Actor): Promise<{ today: DrillToday; sets: DrillSet[] }> {
  const dueTimes = await selectDueTimes(deps.database, actor.userId);
  const now = deps.clock.now();
  const sets = listSets(await openQuestionBank()).map((set) => presentSet(set, dueTimes, now));
  return { today: await findDrillToday(deps, actor), sets };
}

/**
 * The cards of one review: due cards first, the oldest first, then new ones. Leaves out the questions of the actor's
 * current interview and of their open practice round. Throws `not_found`.
 */
export async function openDrill(
  deps: Deps,
  actor: Actor,
  setId: string,
): Promise<{ set: DrillSet; today: DrillToday; cards: DrillCard[] }> {
  const set = getSet(await openQuestionBank(), setId);
  const dueTimes = await selectDueTimes(deps.database, actor.userId);
  const now = deps.clock.now();
  const inInterview = await listQuestionsInInterview(deps.database, actor, now);
  const openId = await findOpenQuestion(deps.database, actor, now);
  const cards = set.cards.filter(({ question }) => !inInterview.has(question.id) && question.id !== openId);
  return {
    set: presentSet(set, dueTimes, now),
    today: await findDrillToday(deps, actor),
    cards: cardsForReview(cards, dueTimes, now).map(({ id, kind, question }) => ({
      id,
      kind,
      isNew: !dueTimes.has(id),
      level: question.level,
      question: presentQuestion(question),
    })),
  };
}

export function cardsForReview(cards: readonly Card[], dueTimes: DueTimes, now: Date): Card[] {
  const dueAt = ({ id }: Card) => dueTimes.get(id)?.getTime() ?? Number.NaN;
  const due = cards.filter((card) => dueAt(card) <= now.getTime()).sort((a, b) => dueAt(a) - dueAt(b));
  const unseen = cards.filter(({ id }) => !dueTimes.has(id));
  return [...due, ...unseen].slice(0, reviewCards);
}

function presentSet(set: CardSet, dueTimes: DueTimes, now: Date): DrillSet {
  const { id, role, topic, title, cards } = set;
  const times = cards
    .flatMap((card) => dueTimes.get(card.id) ?? [])
    .sort((a, b) => a.getTime() - b.getTime());
  const dueCards = times.filter((time) => time <= now).length;
  const [next] = times;
  return {
    id,
    role,
    topic,
    title,
    cards: cards.length,
    newCards: cards.length - times.length,
    dueCards,
    nextDueAt: dueCards > 0 || next === undefined ? null : next.toISOString(),
  };
}

/**
 * Reveals the answer of a card. Throws `not_found`, and `conflict` while its question belongs to the actor's interview or
 * is open in a practice round.
 */
export async function revealCard(
  deps: Deps,
  actor: Actor,
  cardId: string,
): Promise<{ key: AnswerKey; dueAfter: Record<DrillRating, string> }> {
  const { question } = getCard(await openQuestionBank(), cardId);
  const now = deps.clock.now();
  await checkMayAnswer(deps.database, actor, { questionId: question.id, now });
  const state = await findCardState(deps.database, actor.userId, cardId);
  return { key: presentAnswerKey(question), dueAfter: dueAfter(state, now) };
}

/**
 * Stores how well the actor knew a card and plans when it returns. The same review sent twice counts once. Throws
 * `not_found`, `invalid_input` if the test results do not fit the card or its rating, and `conflict` if the card is
 * not due or the id names another review.
 */
export async function reviewCard(
  deps: Deps,
  actor: Actor,
  { id, cardId, rating, tests }: { id: string; cardId: string; rating: DrillRating; tests: TestCount | null },
): Promise<{ dueAt: string; now: string; today: DrillToday }> {
  const { userId } = actor;
  checkTests(getCard(await openQuestionBank(), cardId), rating, tests);
  const now = deps.clock.now();
  const timeZone = await findTimeZone(deps, userId);
  const day = dayOf(now, timeZone);
  const result = async (tx: Tx, dueAt: Date) => ({
    dueAt: dueAt.toISOString(),
    now: now.toISOString(),
    today: await readToday(tx, userId, day),
  });
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`drills of ${userId}`]);
    const before = await findCardState(tx, userId, cardId);
    // Another server's clock can be ahead, and a schedule cannot go back in time.
    const reviewedAt = new Date(Math.max(now.getTime(), before?.lastReviewedAt.getTime() ?? 0));
    const { numInsertedOrUpdatedRows: added = 0n } = await tx
      .insertInto("drillReviews")
      .values({
        id,
        userId,
        cardId,
        rating,
        state: before?.state ?? 0,
        testsPassed: tests?.passed ?? null,
        testsTotal: tests?.total ?? null,
        reviewedAt,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (added === 0n) {
      const kept = await tx
        .selectFrom("drillReviews")
        .select(["userId", "cardId", "rating", "testsPassed"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (before === null || kept?.userId !== userId || kept.cardId !== cardId)
        throw conflict("This id names another review.");
      if (kept.rating !== rating || kept.testsPassed !== (tests?.passed ?? null))
        throw conflict("This review is already saved with another rating or test result.");
      return await result(tx, before.dueAt);
    }
    // The transaction is undone, so the id can be used once the card is due.
    if (before !== null && before.dueAt > reviewedAt) throw conflict("This card is not due yet.");
    const after = schedule(before, rating, reviewedAt);
    await tx
      .insertInto("drillCards")
      .values({ userId, cardId, ...after })
      .onConflict((conflict) => conflict.columns(["userId", "cardId"]).doUpdateSet({ ...after }))
      .execute();
    if (before === null || dayOf(before.lastReviewedAt, timeZone) < day) {
      const goal = (await findGoal(tx, userId)) ?? goalCards.preset;
      await tx
        .insertInto("drillDays")
        .values({ userId, day, goal, reviewed: 1 })
        .onConflict((conflict) =>
          conflict.columns(["userId", "day"]).doUpdateSet({ goal, reviewed: sql`drill_days.reviewed + 1` }),
        )
        .execute();
    }
    return await result(tx, after.dueAt);
  });
}

/** The tests rate code: if one fails, the rating must be `again`. */
function checkTests({ kind, question }: Card, rating: DrillRating, tests: TestCount | null): void {
  if (kind !== "code") {
    if (tests !== null) throw invalidField("tests", "This card has no tests.");
    return;
  }
  const all = question.kind === "talk" ? 0 : question.visibleTests.length + question.hiddenTests.length;
  if (tests === null && rating !== "again")
    throw invalidField("tests", "Run the tests, or rate the card with Again.");
  if (tests !== null && tests.total !== all)
    throw invalidField("tests", `This card has ${countOf(all, "test")}.`);
  if (tests !== null && tests.passed < all && rating !== "again")
    throw invalidField("rating", "A test failed, so this card can only be rated Again.");
}

/** Stores how many cards a day the actor wants to do, from today on. */
export async function setDrillGoal(deps: Deps, actor: Actor, cards: number): Promise<{ msg: string }> {
  const { userId } = actor;
  const day = await findToday(deps, userId);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await tx
      .insertInto("drillGoals")
      .values({ userId, cards })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet({ cards }))
      .execute();
    // Earlier days keep their goal.
    await tx
      .updateTable("drillDays")
      .set({ goal: cards })
      .where("userId", "=", userId)
      .where("day", "=", day)
      .execute();
  });
  return { msg: `Your goal is ${cards} cards a day.` };
}

/** The longest streak that we count, in days. */
const countedDays = 400;

async function findTimeZone(deps: Deps, userId: string): Promise<string> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  return person?.timeZone ?? deps.config.business.timeZone;
}

/** Today's date for a person, in their own time zone. */
async function findToday(deps: Deps, userId: string): Promise<string> {
  return dayOf(deps.clock.now(), await findTimeZone(deps, userId));
}

async function findDrillToday(deps: Deps, { userId }: Actor): Promise<DrillToday> {
  return await readToday(deps.database, userId, await findToday(deps, userId));
}

/** A person's progress toward today's goal, and their streak. */
async function readToday(database: Database | Tx, userId: string, today: string): Promise<DrillToday> {
  const days = await selectDays(database, userId, countedDays);
  const goal = (await findGoal(database, userId)) ?? goalCards.preset;
  const met = days.filter(({ reviewed, goal }) => reviewed >= goal).map(({ day }) => day);
  return {
    reviewed: days.find(({ day }) => day === today)?.reviewed ?? 0,
    goal,
    ...findStreak(new Set(met), today),
  };
}

/** A person's activity on each of the last days, oldest first. */
export async function listRecentDays(deps: Deps, userId: string) {
  const today = await findToday(deps, userId);
  const since = addDays(today, 1 - practiceProgressDays);
  const days = await selectDays(deps.database, userId, practiceProgressDays);
  return days.filter(({ day }) => day >= since).reverse();
}

/** Reviews of cards that the person had already seen, by topic. */
export async function countReviews(
  deps: Deps,
  bank: QuestionBank,
  { userId, since }: { userId: string; since: Date },
): Promise<Map<QuestionTopic, { reviews: number; known: number }>> {
  const counts = new Map<QuestionTopic, { reviews: number; known: number }>();
  const { rows } = await sql<{ cardId: string; reviews: number; known: number }>`
    select card_id, count(*)::integer as reviews, (count(*) filter (where rating <> 'again'))::integer as known
    from drill_reviews where user_id = ${userId} and reviewed_at >= ${since} and state <> 0
    group by card_id`.execute(deps.database);
  for (const { cardId, reviews, known } of rows) {
    const topic = bank.find(cardId.split(".")[0] ?? "")?.topic;
    if (topic === undefined) continue;
    const before = counts.get(topic) ?? { reviews: 0, known: 0 };
    counts.set(topic, { reviews: before.reviews + reviews, known: before.known + known });
  }
  return counts;
}

const stateColumns = [
  "dueAt",
  "stability",
  "difficulty",
  "scheduledDays",
  "learningSteps",
  "reps",
  "lapses",
  "state",
  "lastReviewedAt",
] as const;

/** When each card that a person has seen is due. At most one row per card of the bank. */
async function selectDueTimes(database: Database, userId: string): Promise<Map<string, Date>> {
  const rows = await database
    .selectFrom("drillCards")
    .select(["cardId", "dueAt"])
    .where("userId", "=", userId)
    .execute();
  return new Map(rows.map(({ cardId, dueAt }) => [cardId, dueAt]));
}

async function findCardState(
  database: Database | Tx,
  userId: string,
  cardId: string,
): Promise<CardState | null> {
  const row = await database
    .selectFrom("drillCards")
    .select(stateColumns)
    .where("userId", "=", userId)
    .where("cardId", "=", cardId)
    .executeTakeFirst();
  return row ?? null;
}

function selectDays(database: Database | Tx, userId: string, limit: number) {
  return database
    .selectFrom("drillDays")
    .select(["day", "reviewed", "goal"])
    .where("userId", "=", userId)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
}

async function findGoal(database: Database | Tx, userId: string): Promise<number | null> {
  const row = await database
    .selectFrom("drillGoals")
    .select("cards")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.cards ?? null;
}
