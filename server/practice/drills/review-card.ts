import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import { type DrillRating, type DrillToday, goalCards } from "@greenroom/contract/practice/drills.ts";
import type { AnswerKey, TestCount } from "@greenroom/contract/room/questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { type Card, getCard } from "../../room/question-bank/cards.ts";
import { presentAnswerKey } from "../../room/question-bank/present.ts";
import { checkMayPractice } from "../../room/questions/questions-in-interview.ts";
import { checkMaySeeKey } from "../rounds/open-question/open-question.ts";
import { isCountedOn } from "./rules.ts";
import { dueAfter, schedule } from "./schedule.ts";
import {
  addReview,
  countReview,
  findCardState,
  findGoal,
  findReview,
  putCardState,
  putGoal,
} from "./store.ts";
import { findToday, readToday } from "./today.ts";

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
  await checkMayPractice(deps.database, actor, { questionId: question.id, now });
  await checkMaySeeKey(deps.database, actor, { questionId: question.id, now });
  const state = await findCardState(deps.database, actor.userId, cardId);
  return { key: presentAnswerKey(question), dueAfter: dueAfter(state, now) };
}

interface NewReview {
  id: string;
  cardId: string;
  rating: DrillRating;
  tests: TestCount | null;
}

/**
 * Stores how well the actor knew a card and plans when it returns. The same review sent twice counts once. Throws
 * `not_found`, `invalid_input` if the test results do not fit the card or its rating, and `conflict` if the card is
 * not due or the id names another review.
 */
export async function reviewCard(
  deps: Deps,
  actor: Actor,
  { id, cardId, rating, tests }: NewReview,
): Promise<{ dueAt: string; now: string; today: DrillToday }> {
  const { userId } = actor;
  checkTests(getCard(await openQuestionBank(), cardId), rating, tests);
  const now = deps.clock.now();
  const { day, timeZone } = await findToday(deps, userId);
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
    const isNew = await addReview(tx, {
      id,
      userId,
      cardId,
      rating,
      state: before?.state ?? 0,
      testsPassed: tests?.passed ?? null,
      testsTotal: tests?.total ?? null,
      reviewedAt,
    });
    if (!isNew) {
      const kept = await findReview(tx, id);
      if (before === null || kept?.userId !== userId || kept.cardId !== cardId) {
        throw new AppError("conflict", { msg: "This id names another review." });
      }
      if (kept.rating !== rating || kept.testsPassed !== (tests?.passed ?? null)) {
        throw new AppError("conflict", {
          msg: "This review is already saved with another rating or test result.",
        });
      }
      return await result(tx, before.dueAt);
    }
    // The transaction is undone, so the id can be used once the card is due.
    if (before !== null && before.dueAt > reviewedAt) {
      throw new AppError("conflict", { msg: "This card is not due yet." });
    }
    const after = schedule(before, rating, reviewedAt);
    await putCardState(tx, userId, cardId, after);
    if (before === null || !isCountedOn(before.lastReviewedAt, { day, timeZone })) {
      await countReview(tx, {
        userId,
        day,
        timeZone,
        goal: (await findGoal(tx, userId)) ?? goalCards.preset,
      });
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
  if (tests === null && rating !== "again") {
    throw invalidField("tests", "Run the tests, or rate the card with Again.");
  }
  if (tests !== null && tests.total !== all)
    throw invalidField("tests", `This card has ${countOf(all, "test")}.`);
  if (tests !== null && tests.passed < all && rating !== "again") {
    throw invalidField("rating", "A test failed, so this card can only be rated Again.");
  }
}

/** Stores how many cards a day the actor wants to do, from today on. */
export async function setDrillGoal(deps: Deps, actor: Actor, cards: number): Promise<{ msg: string }> {
  const { day } = await findToday(deps, actor.userId);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await putGoal(tx, actor.userId, cards, day);
  });
  return { msg: `Your goal is ${cards} cards a day.` };
}
