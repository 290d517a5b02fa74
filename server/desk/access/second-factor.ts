import type { confirmSecondFactorBody, OperatorAccessState } from "@greenroom/contract/desk/access.ts";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { enrolmentUri, newSecret, sealSecret, stepOfCode, unsealSecret } from "./authenticator.ts";
import { readOperatorAccess } from "./get-access.ts";
import { sendSecondFactorNotice } from "./job-definitions.ts";
import { checkOperatorPassword, getOperator, openDeskInTransaction } from "./open-desk.ts";
import { formatRecoveryCode, hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import {
  findSecondFactor,
  lockOperator,
  replaceRecoveryCodeHashes,
  saveUnconfirmedSecret,
  setConfirmed,
  useStep,
} from "./store.ts";

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
