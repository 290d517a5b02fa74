import {
  type OperatorAccessState,
  type openDeskBody,
  operatorSignInHours,
} from "@greenroom/contract/desk/access.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { z } from "zod";
import type { Actor, OperatorAccess } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { isPasswordOf } from "../../people/accounts/passwords.ts";
import { stepOfCode, unsealSecret } from "./authenticator.ts";
import { readOperatorAccess } from "./get-access.ts";
import { sendSecondFactorNotice } from "./job-definitions.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { deskOpenUntil } from "./rules.ts";
import {
  deleteOperatorSignIn,
  findSecondFactor,
  lockOperator,
  saveOperatorSignIn,
  useRecoveryCode,
  useStep,
} from "./store.ts";

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
