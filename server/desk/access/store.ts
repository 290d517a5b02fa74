import { confirmationMinutes, operatorSignInHours } from "@greenroom/contract/desk/access.ts";
import type { Confirmation } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { OperatorAccess } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { endSignInBy } from "../../people/accounts/account.ts";

/** Locks the operator's row, so that only one call at a time uses up a code. */
export async function lockOperator(tx: Tx, userId: string) {
  return await tx
    .selectFrom("users")
    .select(["id", "email", "isOperator"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function findSecondFactor(database: Database | Tx, userId: string) {
  return await database
    .selectFrom("operatorSecondFactors")
    .selectAll()
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/**
 * Stores a secret that is not confirmed yet. It replaces an earlier one only if that was not confirmed,
 * either.
 */
export async function saveUnconfirmedSecret(
  tx: Tx,
  { userId, sealedSecret, now }: { userId: string; sealedSecret: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto("operatorSecondFactors")
    .values({ userId, sealedSecret, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet({ sealedSecret, createdAt: now, lastStep: null })
        .where("operatorSecondFactors.confirmedAt", "is", null),
    )
    .execute();
}

export async function setConfirmed(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("operatorSecondFactors")
    .set({ confirmedAt: now })
    .where("userId", "=", userId)
    .execute();
}

/** Uses up a code of the app. False when a code of this or a later step was used before. */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const updated = await tx
    .updateTable("operatorSecondFactors")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where((row) => row.or([row("lastStep", "is", null), row("lastStep", "<", step)]))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Uses up a recovery code. False when there is no such unused code. */
export async function useRecoveryCode(
  tx: Tx,
  { userId, codeHash, now }: { userId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const updated = await tx
    .updateTable("operatorRecoveryCodes")
    .set({ usedAt: now })
    .where("userId", "=", userId)
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function replaceRecoveryCodeHashes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom("operatorRecoveryCodes").where("userId", "=", userId).execute();
  await tx
    .insertInto("operatorRecoveryCodes")
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

export async function countRecoveryCodes(database: Database | Tx, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom("operatorRecoveryCodes")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Opens the desk in a signed-in browser, or stores a new confirmation while it is open. The sign-in ends with the
 * desk, so another twelve hours need a new sign-in.
 */
export async function saveOperatorSignIn(
  tx: Tx,
  { sessionId, now, openUntil }: { sessionId: string; now: Date; openUntil: Date },
): Promise<void> {
  await tx
    .insertInto("operatorSignIns")
    .values({ sessionId, openedAt: now, confirmedAt: now })
    .onConflict((conflict) => conflict.column("sessionId").doUpdateSet({ confirmedAt: now }))
    .execute();
  await endSignInBy(tx, sessionId, openUntil);
}

export async function deleteOperatorSignIn(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom("operatorSignIns").where("sessionId", "=", sessionId).execute();
}

/** Removes the second factor with its codes, and closes the desk in every browser of the operator. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom("operatorRecoveryCodes").where("userId", "=", userId).execute();
  await tx
    .deleteFrom("operatorSignIns")
    .where("sessionId", "in", (row) =>
      row.selectFrom("authSessions").select("id").where("userId", "=", userId),
    )
    .execute();
  const deleted = await tx
    .deleteFrom("operatorSecondFactors")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** The instant until which the desk is open in this browser; null while it is closed. */
export function deskOpenUntil({ openedAt }: Pick<OperatorAccess, "openedAt">, now: Date): Date | null {
  if (openedAt === null) return null;
  const until = addMinutes(openedAt, operatorSignInHours * 60);
  return now < until ? until : null;
}

/** The instant until which these calls need no new confirmation; null if they need one now. */
export function confirmedUntil(
  operator: Pick<OperatorAccess, "openedAt" | "confirmedAt">,
  now: Date,
  confirmation: Confirmation,
): Date | null {
  if (operator.confirmedAt === null || deskOpenUntil(operator, now) === null) return null;
  const until = addMinutes(operator.confirmedAt, confirmationMinutes[confirmation]);
  return now < until ? until : null;
}

interface SignInCheck {
  now: Date;
  confirmation: Confirmation | undefined;
}

/**
 * Checks that the desk is open in the browser that asks. Throws `second_factor_required`, or
 * `confirmation_required` when the last confirmation is too old for the call.
 */
export function checkOperatorSignIn(
  operator: OperatorAccess | null,
  { now, confirmation }: SignInCheck,
): void {
  if (operator === null || deskOpenUntil(operator, now) === null) {
    throw new AppError("second_factor_required", {
      msg: "Open the operator's desk with your password and second factor first.",
    });
  }
  if (confirmation !== undefined && confirmedUntil(operator, now, confirmation) === null) {
    throw new AppError("confirmation_required", {
      msg:
        confirmation === "reading"
          ? "Confirm with your password and second factor. Reading about people needs that every 4 hours."
          : "Confirm with your password and second factor. Money, roles and exports need that every 10 minutes.",
    });
  }
}
