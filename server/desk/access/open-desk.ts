import { randomInt } from "node:crypto";
import * as contract from "@greenroom/contract/desk/access.ts";
import {
  type confirmSecondFactorBody,
  type OperatorAccessState,
  type openDeskBody,
  operatorSignInHours,
} from "@greenroom/contract/desk/access.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import type { Actor, OperatorAccess } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { seal, unseal } from "../../kernel/secrets.ts";
import { isPasswordOf } from "../../people/accounts/passwords.ts";
import { sendSecondFactorNotice } from "./jobs.ts";
import {
  confirmedUntil,
  countRecoveryCodes,
  deleteOperatorSignIn,
  deskOpenUntil,
  findSecondFactor,
  lockOperator,
  replaceRecoveryCodeHashes,
  saveOperatorSignIn,
  saveUnconfirmedSecret,
  setConfirmed,
  useRecoveryCode,
  useStep,
} from "./store.ts";

/** Opening the operator's desk, and its second factor. */
export function registerOperatorAccessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getOperatorAccess, ({ actor }) =>
    readOperatorAccess(deps.database, {
      userId: actor.userId,
      operator: getOperator(actor),
      now: deps.clock.now(),
    }),
  );
  bind(app, deps, contract.startSecondFactor, ({ actor, body }) => startSecondFactor(deps, actor, body));
  bind(app, deps, contract.confirmSecondFactor, ({ actor, body }) => confirmSecondFactor(deps, actor, body));
  bind(app, deps, contract.openDesk, ({ actor, body }) => openDesk(deps, actor, body));
  bind(app, deps, contract.closeDesk, async ({ actor }) => {
    await closeDesk(deps, actor);
    return undefined;
  });
  bind(app, deps, contract.replaceRecoveryCodes, ({ actor }) => replaceRecoveryCodes(deps, actor));
}

interface Reader {
  userId: string;
  operator: OperatorAccess;
  now: Date;
}

/** An operator's access to the desk in one browser. */
export async function readOperatorAccess(
  database: Database | Tx,
  { userId, operator, now }: Reader,
): Promise<OperatorAccessState> {
  const factor = await findSecondFactor(database, userId);
  return {
    level: operator.level,
    isEnrolled: factor !== undefined && factor.confirmedAt !== null,
    openUntil: deskOpenUntil(operator, now)?.toISOString() ?? null,
    confirmedUntil: confirmedUntil(operator, now, "acting")?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
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
export async function openDesk(
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
    return await readOperatorAccess(tx, { userId, operator: opened, now });
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
    const codeHash = hashRecoveryCode(deps, userId, code);
    if (!(await useRecoveryCode(tx, { userId, codeHash, now }))) {
      throw invalidField("code", "This recovery code is wrong or was used before.");
    }
    return "recovery code";
  }
  const step = stepOfCode(unsealSecret(deps, userId, factor.sealedSecret), code, now);
  if (step === null)
    throw invalidField("code", "This code is wrong. Check that your phone's clock is right.");
  if (!(await useStep(tx, userId, step))) {
    throw invalidField("code", "This code was used before. Wait for the next one.");
  }
  return "app";
}

/** Stores that the operator gave password and second factor in this browser. */
export async function openDeskInTransaction(tx: Tx, actor: Actor, now: Date): Promise<OperatorAccess> {
  const operator = getOperator(actor);
  const isOpen = deskOpenUntil(operator, now) !== null;
  const openedAt = isOpen && operator.openedAt !== null ? operator.openedAt : now;
  // Replaces the row of a desk whose twelve hours are over or that the operator closed.
  if (!isOpen) await deleteOperatorSignIn(tx, actor.sessionId);
  await saveOperatorSignIn(tx, {
    sessionId: actor.sessionId,
    now,
    openUntil: addMinutes(openedAt, operatorSignInHours * 60),
  });
  return { level: operator.level, openedAt, confirmedAt: now };
}

/** Closes the desk in this browser. */
export async function closeDesk(deps: Deps, { sessionId }: Actor): Promise<void> {
  await inTransaction(deps.database, (tx) => deleteOperatorSignIn(tx, sessionId));
}

/** Checks the operator's password, in a call that counts towards `open-desk-by-user`. Throws `invalid_input`. */
export async function checkOperatorPassword(deps: Deps, { userId }: Actor, password: string): Promise<void> {
  if (!(await isPasswordOf(deps, userId, password)))
    throw invalidField("password", "This password is wrong.");
}

const alreadySetUp = () =>
  new AppError("conflict", {
    msg: "Your second factor is set up already. Ask an owner to reset it if you have lost it.",
  });

/** Begins the set-up with a new secret. Throws `conflict` when a second factor is set up already. */
export async function startSecondFactor(deps: Deps, actor: Actor, { password }: { password: string }) {
  await checkOperatorPassword(deps, actor, password);
  const secret = newSecret();
  return await inTransaction(deps.database, async (tx) => {
    const { id: userId, email } = await lockOperator(tx, actor.userId);
    const existing = await findSecondFactor(tx, userId);
    if (existing !== undefined && existing.confirmedAt !== null) throw alreadySetUp();
    await saveUnconfirmedSecret(tx, {
      userId,
      sealedSecret: sealSecret(deps, userId, secret),
      now: deps.clock.now(),
    });
    return { secret, uri: enrolmentUri(secret, { issuer: deps.config.business.name, label: email }) };
  });
}

/**
 * Finishes the set-up with a code of the app, opens the desk, and returns the recovery codes, which are never
 * shown again. The operator is told by mail. Throws `conflict` and `invalid_input`.
 */
export async function confirmSecondFactor(
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
      throw new AppError("conflict", { msg: "Start setting up the second factor first." });
    }
    if (factor.confirmedAt !== null) throw alreadySetUp();
    const step = stepOfCode(unsealSecret(deps, userId, factor.sealedSecret), code, now);
    if (step === null || !(await useStep(tx, userId, step))) {
      throw invalidField("code", "This code is wrong. Check that your phone's clock is right.");
    }
    await setConfirmed(tx, userId, now);
    const recoveryCodes = await issueRecoveryCodes(deps, tx, userId);
    const opened = await openDeskInTransaction(tx, actor, now);
    await recordAudit(tx, {
      actor: { userId },
      action: "operator.second-factor-set-up",
      subject: `user:${userId}`,
      now,
    });
    await deps.jobs.enqueue(tx, sendSecondFactorNotice, { userId, change: "set up" });
    return { access: await readOperatorAccess(tx, { userId, operator: opened, now }), recoveryCodes };
  });
}

/** Makes ten new recovery codes; earlier ones stop working. */
export async function replaceRecoveryCodes(deps: Deps, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  getOperator(actor);
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

async function issueRecoveryCodes(deps: Deps, tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodeHashes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(deps, userId, code)),
  );
  return codes.map(formatRecoveryCode);
}

const periodSeconds = 30;
/** A code of the step before or after this one is accepted too, because clocks differ. */
const window = 1;

type Sealing = Pick<Deps, "hmac">;

const keyOf = ({ hmac }: Sealing) => hmac("operator-second-factor", "key 1");
const contextOf = (userId: string) => `operator-second-factor:${userId}`;

/** A new secret of 160 bits (RFC 4226, section 4), in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function sealSecret(deps: Sealing, userId: string, secret: string): Buffer {
  return seal(keyOf(deps), secret, contextOf(userId));
}

export function unsealSecret(deps: Sealing, userId: string, sealed: Buffer): string {
  return unseal(keyOf(deps), sealed, contextOf(userId));
}

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

/** The address that an authenticator app reads from a QR code. */
export function enrolmentUri(secret: string, names: { issuer: string; label: string }): string {
  return totpOf(secret, names).toString();
}

/** The time step to which a code belongs; null when it belongs to none of the steps around `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / (periodSeconds * 1000)) + delta;
}

/** The characters of a code, without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const codeLength = 12;
export const recoveryCodeCount = 10;

/** Ten new codes of 59 bits each, as they are stored and compared. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
}

/** Formats a code for people: `7k3m-9xqd-w2hf`. */
export function formatRecoveryCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join("-");
}

export function hashRecoveryCode({ hmac }: Pick<Deps, "hmac">, userId: string, code: string): Buffer {
  return hmac("operator-recovery-code", `${userId}:${code}`);
}
