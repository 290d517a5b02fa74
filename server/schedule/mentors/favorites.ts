import { type Favorites, maxFavorites } from "@greenroom/contract/schedule/favorites.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { findMentor, selectListedMentors } from "../../people/interviewers/listed-mentors.ts";

/** The actor's favorite mentors, latest first, without those who interview no more. */
export async function listFavorites(
  { database }: { database: Database | Tx },
  actor: Actor,
): Promise<Favorites> {
  const rows = await database
    .selectFrom("favoriteMentors as favorite")
    .innerJoin("users as mentor", "mentor.id", "favorite.interviewerId")
    .leftJoin(selectListedMentors(database).select(["profile.userId", "profile.slug"]).as("listed"), (join) =>
      join.onRef("listed.userId", "=", "mentor.id"),
    )
    .select(["mentor.id", "listed.slug"])
    .where("favorite.userId", "=", actor.userId)
    .where("mentor.role", "=", "interviewer")
    .where("mentor.blockedAt", "is", null)
    .orderBy("favorite.createdAt", "desc")
    .limit(maxFavorites)
    .execute();
  return { mentors: rows.map(({ id, slug }) => ({ _id: id, slug })) };
}

/**
 * Makes a mentor, by id or by their page's slug, a favorite of the actor, or not. Throws `not_found` for somebody who is
 * no mentor, and `conflict` beyond 200.
 */
export async function setFavorite(
  deps: Deps,
  actor: Actor,
  { mentor, isFavorite }: { mentor: string; isFavorite: boolean },
): Promise<Favorites> {
  const { userId } = actor;
  const { id: interviewerId } = await findMentor(deps.database, mentor);
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    if (isFavorite) await add(tx, { userId, interviewerId, createdAt: deps.clock.now() });
    else
      await tx
        .deleteFrom("favoriteMentors")
        .where("userId", "=", userId)
        .where("interviewerId", "=", interviewerId)
        .execute();
    return await listFavorites({ database: tx }, actor);
  });
}

async function add(
  tx: Tx,
  favorite: { userId: string; interviewerId: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto("favoriteMentors")
    .values(favorite)
    .onConflict((same) => same.doNothing())
    .execute();
  const { count } = await tx
    .selectFrom("favoriteMentors")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", favorite.userId)
    .executeTakeFirstOrThrow();
  if (Number(count) > maxFavorites)
    throw conflict(`You have ${maxFavorites} favorites. Remove one of them first.`);
}

/** Deletes a person's favorites, and them from those of others. The caller holds their lock. */
export async function eraseFavorites(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom("favoriteMentors")
    .where((on) => on.or([on("userId", "=", userId), on("interviewerId", "=", userId)]))
    .execute();
}
