import { maxFavorites } from "@greenroom/contract/rooms/own-questions.ts";
import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/errors.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { findQuestion } from "./find-question.ts";
import { deleteFavorite, insertFavorite, selectFavorites } from "./own-store.ts";

/** Throws `not_found` for an unknown question, `conflict` at the limit, and `too_many_requests`. */
export async function addFavorite(deps: Deps, actor: Actor, questionId: string): Promise<void> {
  await findQuestion(deps.database, actor, questionId);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`own questions of ${actor.userId}`]);
    const favorites = await selectFavorites(tx, actor.userId);
    if (favorites.size >= maxFavorites && !favorites.has(questionId)) {
      throw new AppError("conflict", { msg: `You can have at most ${maxFavorites} favorites.` });
    }
    await insertFavorite(tx, actor.userId, questionId, deps.clock.now());
  });
}

/** Does nothing if it is not a favorite. Throws `too_many_requests`. */
export async function removeFavorite(deps: Deps, actor: Actor, questionId: string): Promise<void> {
  await deleteFavorite(deps.database, actor.userId, questionId);
}
