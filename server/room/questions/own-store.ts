import type { OwnQuestionInput } from "@greenroom/contract/room/own-questions.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";

export interface OwnQuestionRow extends OwnQuestionInput {
  id: string;
  authorId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a question that a list or a search needs. */
export type OwnQuestionSummary = Pick<
  OwnQuestionRow,
  "id" | "title" | "prompt" | "language" | "minutes" | "updatedAt"
>;

/** An author's questions, most recently changed first. `ownQuestionLimits` limits their number. */
export async function selectOwnQuestions(
  database: Database | Tx,
  authorId: string,
): Promise<OwnQuestionSummary[]> {
  const rows = await database
    .selectFrom("ownQuestions")
    .select(["id", "title", "prompt", "language", "minutes", "updatedAt"])
    .where("authorId", "=", authorId)
    .orderBy("updatedAt", "desc")
    .execute();
  return rows;
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

export async function countOwnQuestions(tx: Tx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("ownQuestions")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("authorId", "=", authorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertOwnQuestion(tx: Tx, question: OwnQuestionRow): Promise<void> {
  await tx.insertInto("ownQuestions").values(question).execute();
}

/** Returns false if the author has no such question. */
export async function updateOwnQuestionRow(
  tx: Tx,
  { id, authorId, ...change }: Omit<OwnQuestionRow, "createdAt">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("ownQuestions")
    .set(change)
    .where("id", "=", id)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the author has no such question. */
export async function deleteOwnQuestionRow(tx: Tx, id: string, authorId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("ownQuestions")
    .where("id", "=", id)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectFavorites(database: Database | Tx, userId: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom("favoriteQuestions")
    .select("questionId")
    .where("userId", "=", userId)
    .execute();
  return new Set(rows.map(({ questionId }) => questionId));
}

export async function insertFavorite(tx: Tx, userId: string, questionId: string, now: Date): Promise<void> {
  await tx
    .insertInto("favoriteQuestions")
    .values({ userId, questionId, createdAt: now })
    .onConflict((conflict) => conflict.columns(["userId", "questionId"]).doNothing())
    .execute();
}

export async function deleteFavorite(
  database: Database | Tx,
  userId: string,
  questionId: string,
): Promise<void> {
  await database
    .deleteFrom("favoriteQuestions")
    .where("userId", "=", userId)
    .where("questionId", "=", questionId)
    .execute();
}

export async function deleteOwnAndFavorites(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("ownQuestions").where("authorId", "=", userId).execute();
  await tx.deleteFrom("favoriteQuestions").where("userId", "=", userId).execute();
}
