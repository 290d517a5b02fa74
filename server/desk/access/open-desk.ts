import { randomInt } from "node:crypto";
import * as contract from "@greenroom/contract/desk/access.ts";
import {
  confirmationMinutes,
  type confirmSecondFactorBody,
  type OperatorAccessState,
  type openDeskBody,
  operatorSignInHours,
} from "@greenroom/contract/desk/access.ts";
import type { Confirmation } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import type { Actor, OperatorAccess } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { seal, unseal } from "../../kernel/secrets.ts";
import { endSignInBy } from "../../people/accounts/account.ts";
import { isPasswordOf } from "../../people/accounts/passwords.ts";
import { sendSecondFactorNotice } from "../grant-operator.ts";

/** Opening the operator's desk, and its second factor. */
export function registerOperatorAccessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getOperatorAccess, ({ actor }) =>
    readOperatorAccess(deps.database, actor.userId, getOperator(actor), deps.clock.now()),
  );
  bind(app, deps, contract.startSecondFactor, ({ actor, body }) => startSecondFactor(deps, actor, body));
  bind(app, deps, contract.confirmSecondFactor, ({ actor, body }) => confirmSecondFactor(deps, actor, body));
  bind(app, deps, contract.openDesk, ({ actor, body }) => openDesk(deps, actor, body));
  bind(app, deps, contract.closeDesk, async ({ actor }) => {
    await inTransaction(deps.database, (tx) => deleteOperatorSignIn(tx, actor.sessionId));
    return undefined;
  });
  bind(app, deps, contract.replaceRecoveryCodes, ({ actor }) => replaceRecoveryCodes(deps, actor));
}

/** An operator's access to the desk in one browser. */
async function readOperatorAccess(
  database: Database | Tx,
  userId: string,
  operator: OperatorAccess,
  now: Date,
): Promise<OperatorAccessState> {
  const factor = await findSecondFactor(database, userId);
  const { count } = await database
    .selectFrom("operatorRecoveryCodes")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return {
    level: operator.level,
    isEnrolled: factor !== undefined && factor.confirmedAt !== null,
    openUntil: deskOpenUntil(operator, now)?.toISOString() ?? null,
    confirmedUntil: confirmedUntil(operator, now, "acting")?.toISOString() ?? null,
    recoveryCodesLeft: Number(count),
  };
}

/** The operator's rights of an actor, for calls that only operators may make. Throws `forbidden`. */
export function getOperator(actor: Actor): OperatorAccess {
  if (actor.operator === null) {
    throw new AppError("forbidden", { msg: "Your account isn't allowed to do this." });
  }
  return actor.operator;
}

/**
 * Opens the desk in this browser with password and second factor, or confirms again while it is open. A code works
 * once. Throws `invalid_input`, and `second_factor_required` when no second factor is set up.
 */
async function openDesk(
  deps: Deps,
  actor: Actor,
  { password, code }: z.infer<typeof openDeskBody>,
): Promise<OperatorAccessState> {
  await checkOperatorPassword(deps, actor, password);
  const { userId } = actor;
  const access = await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    await lockOperator(tx, userId);
    const by = await useCode(deps, tx, { userId, code, now });
    const isConfirmation = deskOpenUntil(getOperator(actor), now) !== null;
    const opened = await openDeskInTransaction(tx, actor, now);
    await recordAudit(tx, {
      actor: { userId },
      action: isConfirmation ? "operator.confirmed" : "operator.desk-opened",
      subject: `user:${userId}`,
      details: { by },
      now,
    });
    if (by === "recovery code") {
      await deps.jobs.enqueue(tx, sendSecondFactorNotice, { userId, change: "recovery code used" });
    }
    return await readOperatorAccess(tx, userId, opened, now);
  });
  await deps.limits.reset("open-desk-by-user", userId);
  return access;
}

async function useCode(
  deps: Deps,
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<"app" | "recovery code"> {
  const factor = await findSecondFactor(tx, userId);
  if (factor === undefined || factor.confirmedAt === null) {
    throw new AppError("second_factor_required", { msg: "Set up your second factor first." });
  }
  if (code.length !== 6) {
    const used = await tx
      .updateTable("operatorRecoveryCodes")
      .set({ usedAt: now })
      .where("userId", "=", userId)
      .where("codeHash", "=", hashRecoveryCode(deps, userId, code))
      .where("usedAt", "is", null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n)
      throw invalidField("code", "This recovery code is wrong or was used before.");
    return "recovery code";
  }
  const step = stepOfCode(unsealSecret(deps, factor), code, now);
  if (step === null)
    throw invalidField("code", "This code is wrong. Check that your phone's clock is right.");
  if (!(await useStep(tx, userId, step))) {
    throw invalidField("code", "This code was used before. Wait for the next one.");
  }
  return "app";
}

/** Uses up a code of the app. False when a code of this or a later step was used before. */
async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const updated = await tx
    .updateTable("operatorSecondFactors")
    .set({ lastStep: step })
    .where("userId", "=", userId)
    .where((row) => row.or([row("lastStep", "is", null), row("lastStep", "<", step)]))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/**
 * Stores that the operator gave password and second factor in this browser. The sign-in ends with the desk, so another
 * twelve hours need a new sign-in.
 */
async function openDeskInTransaction(tx: Tx, actor: Actor, now: Date): Promise<OperatorAccess> {
  const { sessionId } = actor;
  const operator = getOperator(actor);
  const isOpen = deskOpenUntil(operator, now) !== null;
  const openedAt = isOpen && operator.openedAt !== null ? operator.openedAt : now;
  // Replaces the row of a desk whose twelve hours are over or that the operator closed.
  if (!isOpen) await deleteOperatorSignIn(tx, sessionId);
  await tx
    .insertInto("operatorSignIns")
    .values({ sessionId, openedAt: now, confirmedAt: now })
    .onConflict((conflict) => conflict.column("sessionId").doUpdateSet({ confirmedAt: now }))
    .execute();
  await endSignInBy(tx, sessionId, addMinutes(openedAt, operatorSignInHours * 60));
  return { level: operator.level, openedAt, confirmedAt: now };
}

async function deleteOperatorSignIn(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom("operatorSignIns").where("sessionId", "=", sessionId).execute();
}

/** The instant until which the desk is open in this browser; null while it is closed. */
export function deskOpenUntil({ openedAt }: Pick<OperatorAccess, "openedAt">, now: Date): Date | null {
  if (openedAt === null) return null;
  const until = addMinutes(openedAt, operatorSignInHours * 60);
  return now < until ? until : null;
}

/** The instant until which these calls need no new confirmation; null if they need one now. */
function confirmedUntil(operator: OperatorAccess, now: Date, confirmation: Confirmation): Date | null {
  if (operator.confirmedAt === null || deskOpenUntil(operator, now) === null) return null;
  const until = addMinutes(operator.confirmedAt, confirmationMinutes[confirmation]);
  return now < until ? until : null;
}

/**
 * Checks that the desk is open in the browser that asks. Throws `second_factor_required`, or
 * `confirmation_required` when the last confirmation is too old for the call.
 */
export function checkOperatorSignIn(
  operator: OperatorAccess | null,
  { now, confirmation }: { now: Date; confirmation: Confirmation | undefined },
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

/** Checks the operator's password, in a call that counts towards `open-desk-by-user`. Throws `invalid_input`. */
async function checkOperatorPassword(deps: Deps, { userId }: Actor, password: string): Promise<void> {
  if (!(await isPasswordOf(deps, userId, password)))
    throw invalidField("password", "This password is wrong.");
}

/** Locks the operator's row, so that only one call at a time uses up a code. */
async function lockOperator(tx: Tx, userId: string) {
  return await tx
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function findSecondFactor(database: Database | Tx, userId: string) {
  return await database
    .selectFrom("operatorSecondFactors")
    .selectAll()
    .where("userId", "=", userId)
    .executeTakeFirst();
}

const alreadySetUp = () =>
  conflict("Your second factor is set up already. Ask an owner to reset it if you have lost it.");

/** Begins the set-up with a new secret. Throws `conflict` when a second factor is set up already. */
async function startSecondFactor(deps: Deps, actor: Actor, { password }: { password: string }) {
  await checkOperatorPassword(deps, actor, password);
  // 160 bits (RFC 4226, section 4).
  const secret = new Secret({ size: 20 }).base32;
  return await inTransaction(deps.database, async (tx) => {
    const { id: userId, email } = await lockOperator(tx, actor.userId);
    const existing = await findSecondFactor(tx, userId);
    if (existing !== undefined && existing.confirmedAt !== null) throw alreadySetUp();
    const unconfirmed = {
      sealedSecret: seal(keyOf(deps), secret, contextOf(userId)),
      createdAt: deps.clock.now(),
      lastStep: null,
    };
    await tx
      .insertInto("operatorSecondFactors")
      .values({ userId, ...unconfirmed })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(unconfirmed))
      .execute();
    const uri = totpOf(secret, { issuer: deps.config.business.name, label: email }).toString();
    return { secret, uri };
  });
}

/**
 * Finishes the set-up with a code of the app, opens the desk, and returns the recovery codes, which are never
 * shown again. The operator is told by mail. Throws `conflict` and `invalid_input`.
 */
async function confirmSecondFactor(
  deps: Deps,
  actor: Actor,
  { password, code }: z.infer<typeof confirmSecondFactorBody>,
): Promise<{ access: OperatorAccessState; recoveryCodes: string[] }> {
  await checkOperatorPassword(deps, actor, password);
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const { userId } = actor;
    await lockOperator(tx, userId);
    const factor = await findSecondFactor(tx, userId);
    if (factor === undefined) {
      throw conflict("Start setting up the second factor first.");
    }
    if (factor.confirmedAt !== null) throw alreadySetUp();
    const step = stepOfCode(unsealSecret(deps, factor), code, now);
    if (step === null || !(await useStep(tx, userId, step))) {
      throw invalidField("code", "This code is wrong. Check that your phone's clock is right.");
    }
    await tx
      .updateTable("operatorSecondFactors")
      .set({ confirmedAt: now })
      .where("userId", "=", userId)
      .execute();
    const recoveryCodes = await issueRecoveryCodes(deps, tx, userId);
    const opened = await openDeskInTransaction(tx, actor, now);
    await recordAudit(tx, {
      actor: { userId },
      action: "operator.second-factor-set-up",
      subject: `user:${userId}`,
      now,
    });
    await deps.jobs.enqueue(tx, sendSecondFactorNotice, { userId, change: "set up" });
    return { access: await readOperatorAccess(tx, userId, opened, now), recoveryCodes };
  });
}

/** Makes ten new recovery codes; earlier ones stop working. */
async function replaceRecoveryCodes(deps: Deps, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const { userId } = actor;
    await lockOperator(tx, userId);
    const recoveryCodes = await issueRecoveryCodes(deps, tx, userId);
    await recordAudit(tx, {
      actor: { userId },
      action: "operator.recovery-codes-replaced",
      subject: `user:${userId}`,
      now,
    });
    return { recoveryCodes };
  });
}

/** The characters of a code, without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Stores ten new codes of 59 bits each, and formats them for people: `7k3m-9xqd-w2hf`. */
async function issueRecoveryCodes(deps: Deps, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () =>
    Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
  await tx.deleteFrom("operatorRecoveryCodes").where("userId", "=", userId).execute();
  await tx
    .insertInto("operatorRecoveryCodes")
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(deps, userId, code) })))
    .execute();
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"));
}

function hashRecoveryCode({ hmac }: Pick<Deps, "hmac">, userId: string, code: string): Buffer {
  return hmac("operator-recovery-code", `${userId}:${code}`);
}

const keyOf = ({ hmac }: Pick<Deps, "hmac">) => hmac("operator-second-factor", "key 1");
const contextOf = (userId: string) => `operator-second-factor:${userId}`;

function unsealSecret(
  deps: Deps,
  { userId, sealedSecret }: { userId: string; sealedSecret: Buffer },
): string {
  return unseal(keyOf(deps), sealedSecret, contextOf(userId));
}

const periodSeconds = 30;

/**
 * Time-based codes of six digits with SHA-1 and 30 seconds (RFC 6238): the only kind that every app supports.
 */
function totpOf(secret: string, names: { issuer: string; label: string } = { issuer: "", label: "" }): TOTP {
  return new TOTP({
    ...names,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/**
 * The time step to which a code belongs; null when it belongs to none of the steps around `now`, of which there are three
 * because clocks differ.
 */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / (periodSeconds * 1000)) + delta;
}
