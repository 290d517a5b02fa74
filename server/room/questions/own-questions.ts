import {
  maxFavorites,
  type OwnQuestion,
  type OwnQuestionInput,
  ownQuestionLimits,
} from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import {
  findOwnQuestion,
  findQuestion,
  type OwnQuestionRow,
  selectFavorites,
  selectOwnQuestions,
} from "./find-questions.ts";

function presentOwn(row: OwnQuestionRow): OwnQuestion {
  const { authorId: _, createdAt: __, updatedAt, ...question } = row;
  return { ...question, updatedAt: updatedAt.toISOString() };
}

const notFound = () => new AppError("not_found", { msg: "This question does not exist." });

/** The actor's questions, most recently changed first. */
export async function listOwnQuestions(deps: Deps, actor: Actor) {
  const questions = await selectOwnQuestions(deps.database, actor.userId);
  return questions.map(({ prompt: _, updatedAt, ...rest }) => ({
    ...rest,
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Throws `not_found` for a question that the actor did not write. */
export async function getOwnQuestion(deps: Deps, actor: Actor, id: string): Promise<OwnQuestion> {
  const question = await findOwnQuestion(deps.database, id, actor.userId);
  if (question === null) throw notFound();
  return presentOwn(question);
}

/** Throws `conflict` at the limit of questions, and `too_many_requests`. */
export async function createOwnQuestion(
  deps: Deps,
  actor: Actor,
  input: OwnQuestionInput,
): Promise<OwnQuestion> {
  const now = deps.clock.now();
  const question = { ...input, id: newId(), authorId: actor.userId, createdAt: now, updatedAt: now };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`own questions of ${actor.userId}`]);
    if ((await selectOwnQuestions(tx, actor.userId)).length >= ownQuestionLimits.questions) {
      throw conflict(
        `You can have at most ${ownQuestionLimits.questions} questions of your own. Delete one first.`,
      );
    }
    await tx.insertInto("ownQuestions").values(question).execute();
  });
  return presentOwn(question);
}

/** Throws `not_found` for a question that the actor did not write, and `too_many_requests`. */
export async function updateOwnQuestion(
  deps: Deps,
  actor: Actor,
  { id, ...input }: OwnQuestionInput & { id: string },
): Promise<OwnQuestion> {
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const { numUpdatedRows } = await tx
      .updateTable("ownQuestions")
      .set({ ...input, updatedAt: deps.clock.now() })
      .where("id", "=", id)
      .where("authorId", "=", actor.userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
  });
  return await getOwnQuestion(deps, actor, id);
}

/** Throws `not_found` for a question that the actor did not write, and `too_many_requests`. */
export async function deleteOwnQuestion(deps: Deps, actor: Actor, id: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("ownQuestions")
      .where("id", "=", id)
      .where("authorId", "=", actor.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await deleteFavorite(tx, actor.userId, id);
  });
}

/** Throws `not_found` for an unknown question, `conflict` at the limit, and `too_many_requests`. */
export async function addFavorite(deps: Deps, actor: Actor, questionId: string): Promise<void> {
  await findQuestion(deps.database, actor, questionId);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`own questions of ${actor.userId}`]);
    const favorites = await selectFavorites(tx, actor.userId);
    if (favorites.size >= maxFavorites && !favorites.has(questionId)) {
      throw conflict(`You can have at most ${maxFavorites} favorites.`);
    }
    await tx
      .insertInto("favoriteQuestions")
      .values({ userId: actor.userId, questionId, createdAt: deps.clock.now() })
      .onConflict((conflict) => conflict.columns(["userId", "questionId"]).doNothing())
      .execute();
  });
}

/** Does nothing if it is not a favorite. Throws `too_many_requests`. */
export async function removeFavorite(deps: Deps, actor: Actor, questionId: string): Promise<void> {
  await deleteFavorite(deps.database, actor.userId, questionId);
}

async function deleteFavorite(database: Database | Tx, userId: string, questionId: string): Promise<void> {
  await database
    .deleteFrom("favoriteQuestions")
    .where("userId", "=", userId)
    .where("questionId", "=", questionId)
    .execute();
}
