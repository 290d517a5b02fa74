import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type MaskedDetails,
  type PayoutDetails,
  type PayoutTarget,
  payoutDetailsHoldHours,
  payoutTargetSchema,
} from "@greenroom/contract/money/payout-details.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { seal, unseal } from "../../kernel/secrets.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { isPasswordOf } from "../../people/accounts/passwords.ts";
import { mailDetailsChange } from "./mails.ts";
import {
  deleteAllDetails,
  deletePendingDetails,
  insertDetails,
  selectDetails,
  selectPendingTimes,
  selectUsableDetails,
} from "./store.ts";

/** The account to which the interviewer's earnings are paid, masked. */
export async function getPayoutDetails(
  deps: Pick<Deps, "database" | "clock">,
  { userId }: Actor,
): Promise<PayoutDetails> {
  return await readDetails(deps.database, userId, deps.clock.now());
}

/**
 * Changes where the interviewer's earnings are paid. The change is mailed, and takes effect after a hold in which
 * its owner can withdraw it. Throws `invalid_input` for a wrong password, and `too_many_requests`.
 */
export async function savePayoutDetails(
  deps: Deps,
  { userId }: Actor,
  { password, target }: { password: string; target: PayoutTarget },
): Promise<{ msg: string; details: PayoutDetails }> {
  if (!(await isPasswordOf(deps, userId, password))) {
    throw invalidField("password", "This password is wrong.");
  }
  const now = deps.clock.now();
  const usableAt = addMinutes(now, 60 * payoutDetailsHoldHours);
  const masked = maskTarget(target);
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`payout:${userId}`]);
    const id = newId();
    await insertDetails(tx, {
      id,
      interviewerId: userId,
      sealed: sealTarget(deps, id, target),
      masked,
      createdAt: now,
      usableAt,
    });
    await audit(tx, userId, "payout-details.changed", { id, kind: target.kind }, now);
    await deps.jobs.enqueue(tx, mailDetailsChange, { userId, change: "changed" });
    return {
      msg: `✅ Saved. We use these details in ${payoutDetailsHoldHours} hours, and have sent you an email about the change.`,
      details: await readDetails(tx, userId, now),
    };
  });
}

/** Withdraws a pending change. Throws `not_found`. */
export async function withdrawPayoutDetails(
  deps: Deps,
  { userId }: Actor,
): Promise<{ msg: string; details: PayoutDetails }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`payout:${userId}`]);
    if (!(await deletePendingDetails(tx, userId, now))) {
      throw new AppError("not_found", { msg: "There is no pending change of your payout details." });
    }
    await audit(tx, userId, "payout-details.withdrawn", {}, now);
    await deps.jobs.enqueue(tx, mailDetailsChange, { userId, change: "withdrawn" });
    return { msg: "✅ The change is withdrawn.", details: await readDetails(tx, userId, now) };
  });
}

/** Deletes the payout details when an account is deleted. */
export async function erasePayoutDetails(tx: Tx, userId: string): Promise<void> {
  await deleteAllDetails(tx, userId);
}

async function readDetails(database: Database | Tx, userId: string, now: Date): Promise<PayoutDetails> {
  const rows = await selectDetails(database, userId);
  const pending = rows.find(({ usableAt }) => usableAt > now);
  return {
    current: rows.find(({ usableAt }) => usableAt <= now)?.masked ?? null,
    pending: pending === undefined ? null : { ...pending.masked, usableAt: pending.usableAt.toISOString() },
  };
}

async function audit(tx: Tx, userId: string, action: string, details: Record<string, unknown>, now: Date) {
  await recordAudit(tx, { actor: { userId }, action, subject: `user:${userId}`, details, now });
}

/** Payout details as screens, mails and the export of a person's own data show them. */
function maskTarget(target: PayoutTarget): MaskedDetails {
  const { kind, holder, pan } = target;
  return { kind, holder, account: maskAccount(target), pan: `••••••${pan.slice(-4)}` };
}

function maskAccount(target: PayoutTarget): string {
  if (target.kind === "bank") return `${target.ifsc} ••••${target.accountNumber.slice(-4)}`;
  const [name = "", bank = ""] = target.upiId.split("@");
  return `${name.slice(0, name.length > 4 ? 2 : 1)}•••@${bank}`;
}

type Sealing = Pick<Deps, "hmac">;

const keyOf = ({ hmac }: Sealing) => hmac("payout-details", "key 1");
const contextOf = (id: string) => `payout-details:${id}`;

/** Encrypts payout details and binds them to the row with this id. */
export function sealTarget(deps: Sealing, id: string, target: PayoutTarget): Buffer {
  return seal(keyOf(deps), JSON.stringify(target), contextOf(id));
}

/** Throws if the server's secret is not the one that encrypted them. */
export function unsealTarget(deps: Sealing, { id, sealed }: { id: string; sealed: Buffer }): PayoutTarget {
  return payoutTargetSchema.parse(JSON.parse(unseal(keyOf(deps), sealed, contextOf(id))));
}

/** The masked current payout details, by interviewer. */
export async function findUsableDetails(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, MaskedDetails>> {
  const found = await selectUsableDetails(database, interviewerIds, now);
  return new Map([...found].map(([id, { masked }]) => [id, masked]));
}

/** The same unmasked, for the bank. */
export async function openUsableDetails(
  deps: Pick<Deps, "database" | "hmac" | "clock">,
  interviewerIds: readonly string[],
): Promise<Map<string, PayoutTarget>> {
  const found = await selectUsableDetails(deps.database, interviewerIds, deps.clock.now());
  return new Map([...found].map(([id, row]) => [id, unsealTarget(deps, row)]));
}

/** When the pending change of each of these interviewers takes effect, if there is one. */
export async function findDetailsChanges(
  database: Database,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  return await selectPendingTimes(database, interviewerIds, now);
}
