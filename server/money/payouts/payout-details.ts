import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type MaskedDetails,
  type PayoutDetails,
  type PayoutTarget,
  payoutDetailsHoldHours,
  payoutTargetSchema,
} from "@greenroom/contract/money/payout-details.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineMailJob } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { seal, unseal } from "../../kernel/secrets.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { isPasswordOf } from "../../people/accounts/passwords.ts";
import { findPeople } from "../../people/accounts/profile.ts";

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
    const sealed = sealTarget(deps, id, target);
    await insertDetails(tx, { id, interviewerId: userId, sealed, masked, createdAt: now, usableAt });
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
  await tx.deleteFrom("payoutDetails").where("interviewerId", "=", userId).execute();
}

interface NewDetails {
  id: string;
  interviewerId: string;
  sealed: Buffer;
  masked: MaskedDetails;
  createdAt: Date;
  usableAt: Date;
}

/** Inserts new details and replaces a pending change. The current details stay until the new ones take effect. */
export async function insertDetails(tx: Tx, { masked, ...details }: NewDetails): Promise<void> {
  await deletePendingDetails(tx, details.interviewerId, details.createdAt);
  await deleteReplacedDetails(tx, details.interviewerId, details.createdAt);
  await tx
    .insertInto("payoutDetails")
    .values({ ...details, masked: JSON.stringify(masked) })
    .execute();
}

/** Deletes a pending change. Returns false if there is none. */
async function deletePendingDetails(tx: Tx, interviewerId: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("payoutDetails")
    .where("interviewerId", "=", interviewerId)
    .where("usableAt", ">", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes details older than the current ones. */
async function deleteReplacedDetails(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await sql`
    delete from payout_details old where interviewer_id = ${interviewerId} and exists (
      select from payout_details newer where newer.interviewer_id = old.interviewer_id
        and newer.usable_at <= ${now} and newer.usable_at > old.usable_at)`.execute(tx);
}

/** An interviewer's details, the newest first; at most one is a pending change. */
async function selectDetails(database: Database | Tx, interviewerId: string) {
  return await database
    .selectFrom("payoutDetails")
    .selectAll()
    .where("interviewerId", "=", interviewerId)
    .orderBy("usableAt", "desc")
    .execute();
}
type DetailsRow = Awaited<ReturnType<typeof selectDetails>>[number];

/** The current details of each of these interviewers; those without any are left out. */
async function selectUsableDetails(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<Map<string, DetailsRow>> {
  if (interviewerIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("payoutDetails")
    .distinctOn("interviewerId")
    .selectAll()
    .where("interviewerId", "in", interviewerIds)
    .where("usableAt", "<=", now)
    .orderBy("interviewerId")
    .orderBy("usableAt", "desc")
    .execute();
  return new Map(rows.map((row) => [row.interviewerId, row]));
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
  if (interviewerIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("payoutDetails")
    .select(["interviewerId", "usableAt"])
    .where("interviewerId", "in", interviewerIds)
    .where("usableAt", ">", now)
    .execute();
  return new Map(rows.map(({ interviewerId, usableAt }) => [interviewerId, usableAt]));
}

/** Tells an interviewer that their payout details change, or that a change was withdrawn. */
export const mailDetailsChange = defineMailJob(
  "payouts.mail-details-change",
  z.object({ userId: z.string(), change: z.enum(["changed", "withdrawn"]) }),
);

/** Mails an account's owner about a change of their payout details. */
export async function sendDetailsChange(
  deps: Deps,
  { userId, change }: z.infer<typeof mailDetailsChange.payload>,
): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  const { business, publicUrl } = deps.config;
  const { current, pending } = await readDetails(deps.database, userId, deps.clock.now());
  const account = pending === null ? "" : ` The new details are ${pending.account}.`;
  const left =
    current === null
      ? "You have no payout details yet. Add them so we can pay you."
      : `We still pay to ${current.account}.`;
  const what =
    change === "changed"
      ? `Your payout details were changed in your account.${account} They start in ${payoutDetailsHoldHours} hours.`
      : `The change of your payout details was withdrawn. ${left}`;
  // A change that was withdrawn cannot be withdrawn again.
  const first = change === "changed" ? "withdraw the change in your account, " : "";
  await sendMail(deps, {
    to: person.email,
    subject: "Your payout details",
    heading: change === "changed" ? "Your payout details change" : "Your payout details stay as they were",
    paragraphs: [
      `Hello ${person.firstName}. ${what}`,
      `If this wasn't you, ${first}set a new password with "Forgot password", and write to ${business.supportEmail}.`,
    ],
    action: { label: "See your payout details", url: `${publicUrl}/interviewer-dashboard/account` },
    replyTo: business.supportEmail,
  });
}
