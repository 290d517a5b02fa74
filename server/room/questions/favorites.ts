import { maxFavorites } from "@greenroom/contract/room/own-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
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
