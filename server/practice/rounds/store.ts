import { roundGraceSeconds, type TestResults } from "@greenroom/contract/practice/rounds.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { PracticeAnswers, PracticeRounds } from "../../kernel/db/types.ts";

/** Its level and topic are null for any. A language model takes part in it if `usesModel`. */
export type Round = Selectable<PracticeRounds>;

export type Answer = Selectable<PracticeAnswers>;

/** From this instant on, a round takes no more answers. */
export const graceEndOf = (endsAt: Date) => new Date(endsAt.getTime() + roundGraceSeconds * 1000);

/** A round that nobody ended has ended when its time and the grace are over. */
export async function findRound(
  database: Database | Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<Round | null> {
  const row = await database
    .selectFrom("practiceRounds")
    .selectAll()
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const last = graceEndOf(row.endsAt);
  return { ...row, endedAt: row.endedAt ?? (now >= last ? last : null) };
}

/** The newest round that was not ended and whose time was not over at an instant. */
export async function findOpenRound(
  database: Database | Tx,
  userId: string,
  at: Date,
): Promise<string | null> {
  const row = await database
    .selectFrom("practiceRounds")
    .select("id")
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where("endsAt", ">", at)
    .orderBy("startedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The unfinished answer of a person's round that still takes answers. */
export async function findOpenAnswer(
  database: Database | Tx,
  userId: string,
  now: Date,
): Promise<Pick<Answer, "id" | "questionId"> | null> {
  const roundId = await findOpenRound(database, userId, new Date(now.getTime() - roundGraceSeconds * 1000));
  if (roundId === null) return null;
  const row = await database
    .selectFrom("practiceAnswers")
    .select(["id", "questionId"])
    .where("roundId", "=", roundId)
    .where("stage", "!=", "done")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends all open rounds of a person, or one of them. Returns the ended rounds in which a model takes part. */
export async function endRounds(
  database: Database | Tx,
  { userId, now, id }: { userId: string; now: Date; id?: string },
): Promise<string[]> {
  const grace = sql`${roundGraceSeconds} * interval '1 second'`;
  const rows = await database
    .updateTable("practiceRounds")
    .set({ endedAt: sql<Date>`least(${now}::timestamptz, ends_at + ${grace})` })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .$if(id !== undefined, (query) => query.where("id", "=", id as string))
    .returning(["id", "usesModel"])
    .execute();
  return rows.filter(({ usesModel }) => usesModel).map((row) => row.id);
}

export async function addAnswer(tx: Tx, answer: Answer): Promise<void> {
  await tx.insertInto("practiceAnswers").values(toRow(answer)).execute();
}

export async function replaceAnswer(tx: Tx, answer: Answer): Promise<void> {
  await tx.updateTable("practiceAnswers").set(toRow(answer)).where("id", "=", answer.id).execute();
}

function toRow({ followUps, tests, speech, ...answer }: Answer) {
  return {
    ...answer,
    followUps: JSON.stringify(followUps),
    tests: tests === null ? null : JSON.stringify(tests),
    speech: speech === null ? null : JSON.stringify(speech),
  };
}

export const answers = (database: Database | Tx) => database.selectFrom("practiceAnswers").selectAll();

export async function findAnswer(
  database: Database | Tx,
  id: string,
  userId: string,
  isLocked = false,
): Promise<Answer | null> {
  const row = await answers(database)
    .where("id", "=", id)
    .where("userId", "=", userId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Oldest first. */
export async function selectAnswersOfRound(database: Database | Tx, roundId: string): Promise<Answer[]> {
  return await answers(database)
    .where("roundId", "=", roundId)
    .orderBy("startedAt")
    .orderBy("id")
    .limit(50)
    .execute();
}

interface Page {
  /** The last answer of the previous page. */
  after: Pick<Answer, "id" | "startedAt"> | null;
  limit: number;
}

/** A page of a person's answers with their rounds, newest first, without their long texts. */
export function selectAnswerSummaries(database: Database, userId: string, { after, limit }: Page) {
  return database
    .selectFrom("practiceAnswers as answer")
    .innerJoin("practiceRounds as round", "round.id", "answer.roundId")
    .select([
      "round.role",
      "answer.id",
      "answer.roundId",
      "answer.questionId",
      "answer.questionTitle",
      "answer.startedAt",
      "answer.finishedAt",
      "answer.hintsOpenedAt",
      "answer.ticks",
      sql<TestResults | null>`answer.tests - 'failed'`.as("tests"),
      sql<boolean>`answer.explanation <> '' or coalesce(answer.code, '') <> ''`.as("hasContent"),
      sql<boolean>`exists (select from practice_reports where round_id = answer.round_id)`.as("hasReport"),
    ])
    .where("answer.userId", "=", userId)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("answer.startedAt", "answer.id"),
          "<",
          tuple(after?.startedAt as Date, after?.id as string),
        ),
      ),
    )
    .orderBy("answer.startedAt", "desc")
    .orderBy("answer.id", "desc")
    .limit(limit)
    .execute();
}

/** The questions that a person was asked, newest first. */
export async function selectAskedQuestions(
  database: Database | Tx,
  userId: string,
  limit: number,
): Promise<{ questionId: string; roundId: string }[]> {
  return await database
    .selectFrom("practiceAnswers")
    .select(["questionId", "roundId"])
    .where("userId", "=", userId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export type AnswerSummary = Awaited<ReturnType<typeof selectAnswerSummaries>>[number];
