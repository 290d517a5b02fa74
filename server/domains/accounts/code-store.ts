import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { type CodePurpose, guessesPerDay } from "./rules.ts";

/** What a sign-up will become once its code is shown; the password is hashed already. */
export interface PendingSignup {
  firstName: string;
  lastName: string;
  mobileNumber: string;
  passwordHash: string;
}

interface CodeRequest {
  purpose: CodePurpose;
  email: string;
  signup: PendingSignup | null;
  now: Date;
  expiresAt: Date;
}

/** When codes of this address and purpose were asked for in the last hour. */
export async function findCodeRequestTimes(
  tx: Tx,
  { purpose, email, now }: Pick<CodeRequest, "purpose" | "email" | "now">,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom("codes")
    .select("createdAt")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("createdAt", ">", new Date(now.getTime() - 3_600_000))
    .execute();
  return rows.map((row) => row.createdAt);
}

/** Writes a request for a code and voids the older ones of the same purpose. */
export async function insertCode(
  tx: Tx,
  { purpose, email, signup, now, expiresAt }: CodeRequest,
): Promise<string> {
  await tx
    .updateTable("codes")
    .set({ voidedAt: now })
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .execute();
  const id = newId();
  await tx
    .insertInto("codes")
    .values({
      id,
      purpose,
      email,
      signup: signup === null ? null : JSON.stringify(signup),
      createdAt: now,
      expiresAt,
    })
    .execute();
  return id;
}

export function findCode(database: Database | Tx, codeId: string) {
  return database.selectFrom("codes").selectAll().where("id", "=", codeId).executeTakeFirst();
}

/** Writes the hash of the code that is about to be mailed; false when it was used or voided in the meantime. */
export async function setCodeHash(database: Database, codeId: string, codeHash: Buffer): Promise<boolean> {
  const result = await database
    .updateTable("codes")
    .set({ codeHash })
    .where("id", "=", codeId)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The live code of an address and purpose, locked: guesses at it queue up behind each other. */
export function lockLiveCode(
  tx: Tx,
  { purpose, email, now }: Pick<CodeRequest, "purpose" | "email" | "now">,
) {
  return tx
    .selectFrom("codes")
    .selectAll()
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .where("expiresAt", ">", now)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts one guess of the day; false when the day's budget is used up. */
export async function countGuess(tx: Tx, purpose: CodePurpose, email: string, day: string): Promise<boolean> {
  const counted = await sql<{ guesses: number }>`
    insert into code_guesses (email, purpose, on_day, guesses) values (${email}, ${purpose}, ${day}, 1)
    on conflict (email, purpose, on_day) do update set guesses = code_guesses.guesses + 1
      where code_guesses.guesses < ${guessesPerDay}
    returning guesses`.execute(tx);
  return counted.rows.length === 1;
}

/** Gives the day's guess back: it was right. */
export async function uncountGuess(tx: Tx, purpose: CodePurpose, email: string, day: string): Promise<void> {
  await tx
    .updateTable("codeGuesses")
    .set((expression) => ({ guesses: expression("guesses", "-", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("onDay", "=", day)
    .execute();
}

export async function countTry(tx: Tx, codeId: string): Promise<void> {
  await tx
    .updateTable("codes")
    .set((expression) => ({ attempts: expression("attempts", "+", 1) }))
    .where("id", "=", codeId)
    .execute();
}

export async function markCodeUsed(tx: Tx, codeId: string, now: Date): Promise<void> {
  await tx.updateTable("codes").set({ usedAt: now }).where("id", "=", codeId).execute();
}

/** Forgets every code and guess of an address. */
export async function deleteCodesOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("codes").where("email", "=", email).execute();
  await tx.deleteFrom("codeGuesses").where("email", "=", email).execute();
}
