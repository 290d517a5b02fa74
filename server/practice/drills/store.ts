import type { DrillRating } from "@greenroom/contract/practice/drills.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { CardState } from "./rules.ts";

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
export async function selectDueTimes(database: Database, userId: string): Promise<Map<string, Date>> {
  const rows = await database
    .selectFrom("drillCards")
    .select(["cardId", "dueAt"])
    .where("userId", "=", userId)
    .execute();
  return new Map(rows.map(({ cardId, dueAt }) => [cardId, dueAt]));
}

export async function findCardState(
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

export async function putCardState(tx: Tx, userId: string, cardId: string, state: CardState): Promise<void> {
  await tx
    .insertInto("drillCards")
    .values({ userId, cardId, ...state })
    .onConflict((conflict) => conflict.columns(["userId", "cardId"]).doUpdateSet({ ...state }))
    .execute();
}

interface CardReview {
  id: string;
  userId: string;
  cardId: string;
  rating: DrillRating;
  /** The card's state before the review. */
  state: number;
  testsPassed: number | null;
  testsTotal: number | null;
  reviewedAt: Date;
}

/** Stores a review. Returns false if its id was used before. */
export async function addReview(tx: Tx, review: CardReview): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("drillReviews")
    .values(review)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whose review of which card it is, and its result. */
export async function findReview(tx: Tx, id: string) {
  return await tx
    .selectFrom("drillReviews")
    .select(["userId", "cardId", "rating", "testsPassed"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function countReview(
  tx: Tx,
  { userId, day, timeZone, goal }: { userId: string; day: string; timeZone: string; goal: number },
): Promise<void> {
  await tx
    .insertInto("drillDays")
    .values({ userId, day, timeZone, goal, reviewed: 1 })
    .onConflict((conflict) =>
      conflict.columns(["userId", "day"]).doUpdateSet({ goal, reviewed: sql`drill_days.reviewed + 1` }),
    )
    .execute();
}

export interface DrillDay {
  day: string;
  reviewed: number;
  goal: number;
}

/** The newest day on which a person did drills, with the zone that it was counted in. */
export async function findLastDay(database: Database, userId: string) {
  const row = await database
    .selectFrom("drillDays")
    .select(["day", "timeZone"])
    .where("userId", "=", userId)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The days on which a person did drills, newest first. */
export async function selectDays(
  database: Database | Tx,
  userId: string,
  limit: number,
): Promise<DrillDay[]> {
  return await database
    .selectFrom("drillDays")
    .select(["day", "reviewed", "goal"])
    .where("userId", "=", userId)
    .orderBy("day", "desc")
    .limit(limit)
    .execute();
}

/** The goal that a person chose; null before they chose one. */
export async function findGoal(database: Database | Tx, userId: string): Promise<number | null> {
  const row = await database
    .selectFrom("drillGoals")
    .select("cards")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.cards ?? null;
}

/** Stores the goal from the given day on. Earlier days keep theirs. */
export async function putGoal(tx: Tx, userId: string, cards: number, today: string): Promise<void> {
  await tx
    .insertInto("drillGoals")
    .values({ userId, cards })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ cards }))
    .execute();
  await tx
    .updateTable("drillDays")
    .set({ goal: cards })
    .where("userId", "=", userId)
    .where("day", "=", today)
    .execute();
}

export async function deleteDrillsOf(tx: Tx, userId: string): Promise<void> {
  for (const table of ["drillReviews", "drillCards", "drillDays", "drillGoals"] as const) {
    await tx.deleteFrom(table).where("userId", "=", userId).execute();
  }
}

/** The state of all of a person's cards, with the last rating of each. At most one row per card of the bank. */
export async function selectCardStates(database: Database, userId: string) {
  return await database
    .selectFrom("drillCards as card")
    .select(["card.cardId", ...stateColumns])
    .select(({ selectFrom }) =>
      selectFrom("drillReviews as review")
        .select("review.rating")
        .whereRef("review.userId", "=", "card.userId")
        .whereRef("review.cardId", "=", "card.cardId")
        .orderBy("review.reviewedAt", "desc")
        .limit(1)
        .as("lastRating"),
    )
    .where("card.userId", "=", userId)
    .orderBy("card.cardId")
    .execute();
}

/** For each card: its reviews since an instant in which it was not new, and how many of them were known. */
export async function selectReviewCounts(
  database: Database,
  userId: string,
  since: Date,
): Promise<{ cardId: string; reviews: number; known: number }[]> {
  const { rows } = await sql<{ cardId: string; reviews: number; known: number }>`
    select card_id, count(*)::integer as reviews, (count(*) filter (where rating <> 'again'))::integer as known
    from drill_reviews where user_id = ${userId} and reviewed_at >= ${since} and state <> 0
    group by card_id`.execute(database);
  return rows;
}
