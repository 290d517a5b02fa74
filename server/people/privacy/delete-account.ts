import type { Role } from "@greenroom/contract/kernel/endpoint.ts";
import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { changedTermsSchema, DeletionTerms as ShownTerms } from "@greenroom/contract/people/privacy.ts";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { eraseAnswers } from "../../kernel/idempotency.ts";
import { deleteRefusals, deleteSentMails } from "../../kernel/mail/deliveries.ts";
import { closeAccount, getAccountRights, getEmail, getFullName } from "../accounts/account.ts";
import { redeemOneTimeCode, requestOneTimeCode } from "../accounts/one-time-codes.ts";
import { hashRandomPassword } from "../accounts/passwords.ts";
import { findBalance } from "../accounts/profile.ts";
import type { Requester } from "../accounts/requester.ts";
import { eraseInvitations, eraseProfile } from "../interviewers/interviewer-profile.ts";
import { eraseResume } from "../resumes/resume.ts";
import { removeFiles } from "./jobs.ts";
import { type AccountObligations, hasPaymentSince, selectAccountObligations } from "./store.ts";

export interface AccountDeletionTerms extends ShownTerms {
  /** The consequence for unused sessions; null without one. */
  lostSessions: string | null;
}

interface DeletionInput {
  role: Role;
  isOperator: boolean;
  obligations: AccountObligations;
  /** Credits left. */
  sessions: number;
  supportEmail: string;
}

/** The obstacles to deleting an account, and the consequences of deleting it, in sentences for its owner. */
export function deletionTerms({
  role,
  isOperator,
  obligations,
  sessions,
  supportEmail,
}: DeletionInput): AccountDeletionTerms {
  const { upcoming, unclear, pendingPaise, unpaidPaise } = obligations;
  const money = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const blockers: string[] = [];
  if (upcoming > 0)
    blockers.push(
      `You have ${formatCount(upcoming, "upcoming interview")}. Cancel ${upcoming === 1 ? "it" : "them"} first, then come back here.`,
    );
  if (unclear > 0) {
    const verb = unclear === 1 ? "waits" : "wait";
    blockers.push(`${formatCount(unclear, "interview")} ${verb} for an answer whether it took place.`);
  }
  if (isOperator) blockers.push("You are an operator: another operator has to remove that right first.");

  const consequences = [
    "Your name, email, mobile number, resume, photo, practice and settings are erased, and you are signed out on all devices.",
  ];
  const lostSessions =
    sessions === 0
      ? null
      : `You lose your ${formatCount(sessions, "unused session")}. Use ${sessions === 1 ? "it" : "them"}, or ask ${supportEmail} about a refund, before you delete.`;
  if (lostSessions !== null) consequences.push(lostSessions);
  if (role === "interviewer") {
    consequences.push(
      "Your open slots, weekly hours and payout details are removed.",
      "The texts of your feedback forms leave the reports of the interviews. The scores and the PDFs stay.",
    );
  }
  if (pendingPaise > 0)
    consequences.push(`${money(pendingPaise)} is waiting for your feedback and will no longer be credited.`);
  if (unpaidPaise > 0)
    consequences.push(
      `${money(unpaidPaise)} is credited to you and not paid out. Settle its payout with ${supportEmail} first.`,
    );
  consequences.push(
    "Payments and interviews stay in our books without your name. What you said and wrote in rooms is erased, even where a report quotes it. Your rating or feedback of an interview stays with the other person, shown as from a deleted user, and they keep the feedback they wrote, the code of the session, and the shapes on its whiteboard. Our team's log of what it did stays as it was written, and a reason in it may name you.",
    "This cannot be undone.",
  );
  return { blockers, upcomingInterviews: upcoming, consequences, lostSessions };
}

function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A regular expression of PostgreSQL that finds a person's address and full name, not as a part of other words. */
export function namingPattern({ email, name }: { email: string; name: string }): string {
  const address = `(?<![A-Za-z0-9._+-])${literal(email)}(?!\\.?[A-Za-z0-9-])`;
  // One name alone may be a word, or the name of somebody else.
  return name.includes(" ") ? `${address}|\\m${literal(name)}(?!\\w)` : address;
}

/** The consequences of deleting the actor's account now. */
export async function getDeletionTerms(deps: Deps, actor: Actor): Promise<AccountDeletionTerms> {
  return await getDeletionTermsOf(deps, deps.database, actor.userId);
}

/**
 * Mails the code to the actor. Throws `conflict` while something prevents the deletion, and
 * `too_many_requests`.
 */
export async function startDeletion(
  deps: Deps,
  actor: Actor,
  requester: Requester,
): Promise<{ msg: string }> {
  checkNoBlockers(await getDeletionTermsOf(deps, deps.database, actor.userId));
  const email = await getEmail(deps.database, actor.userId);
  await requestOneTimeCode(deps, { purpose: "delete", email, requester });
  return { msg: `We have sent a 6-digit code to ${email}. Enter it to delete your account.` };
}

interface Confirmation {
  otp: string;
  readConsequences: readonly string[] | undefined;
  requester: Requester;
}

/**
 * Deletes the actor's account with the mailed code. Removes everything that identifies them; ledgers, interviews
 * and rows that others need are kept without a name. Throws `code_invalid`, and `conflict` if something has come to
 * prevent it, or if a consequence was not read.
 */
export async function deleteAccount(
  deps: Deps,
  actor: Actor,
  { otp, readConsequences, requester }: Confirmation,
): Promise<{ msg: string }> {
  const { userId } = actor;
  const email = await getEmail(deps.database, actor.userId);
  const passwordHash = await hashRandomPassword();
  const guess = { purpose: "delete", email, code: otp, requester } as const;
  await redeemOneTimeCode(deps, guess, async (tx, now, requestedAt) => {
    await lockSubjects(tx, [userId]);
    const terms = await getDeletionTermsOf(deps, tx, userId);
    checkNoBlockers(terms);
    if (readConsequences === undefined) await checkNoPaymentSince(tx, { userId, terms, requestedAt });
    else checkAllRead(terms, readConsequences);
    await eraseAccount(deps, tx, { userId, passwordHash, actor: { userId }, now });
  });
  announceErasure(deps);
  return { msg: "Your account is deleted. Thank you for using Greenroom." };
}

/** Throws `conflict` with the consequences that are new since the person read them. Fewer of them harm nobody. */
function checkAllRead({ consequences }: AccountDeletionTerms, read: readonly string[]): void {
  const unread = consequences.filter((consequence) => !read.includes(consequence));
  if (unread.length === 0) return;
  const msg = `Something has changed since you read what deleting means. ${unread.join(" ")}`;
  const details: z.infer<typeof changedTermsSchema> = { consequences };
  throw new AppError("conflict", { msg, details });
}

interface UnstatedTerms {
  userId: string;
  terms: AccountDeletionTerms;
  requestedAt: Date;
}

/**
 * For a page from before `readConsequences`: throws `conflict` if sessions were paid after the code was requested,
 * which the person cannot have read about. A new code is requested with the sentence in sight.
 */
async function checkNoPaymentSince(tx: Tx, { userId, terms, requestedAt }: UnstatedTerms): Promise<void> {
  const { lostSessions } = terms;
  if (lostSessions === null || !(await hasPaymentSince(tx, userId, requestedAt))) return;
  throw new AppError("conflict", {
    msg: `A payment has arrived since you asked for this code. ${lostSessions} To go on, open this again and ask for a new code.`,
  });
}

interface Erasure {
  userId: string;
  /** The hash of a random password. */
  passwordHash: string;
  actor: AuditActor;
  /** For the audit log. */
  reason?: string;
  now: Date;
}

/**
 * Erases a user's account in the caller's transaction. Call `announceErasure` after the commit. Throws `conflict` if
 * something prevents it.
 */
export async function eraseAccount(
  deps: Deps,
  tx: Tx,
  { userId, passwordHash, actor, reason, now }: Erasure,
): Promise<void> {
  // From here on this user can neither book nor be booked.
  await lockSubjects(tx, [userId]);
  checkNoBlockers(await getDeletionTermsOf(deps, tx, userId));
  const email = await getEmail(tx, userId);
  const naming = namingPattern({ email, name: await getFullName(tx, userId) });
  // First: a report that is being made meanwhile is then not stored, and the ledger lets go of a closed account's name.
  await closeAccount(tx, { userId, email, passwordHash, now });
  for (const area of deps.personalData) await area.erase(tx, { userId, email, naming, now });
  await eraseAnswers(tx, userId);
  await deleteRefusals(tx, email);
  await deleteSentMails(tx, email);
  await eraseInvitations(tx, email);
  const photo = await eraseProfile(tx, userId);
  const keys = [...(await eraseResume(tx, userId)), ...(photo === null ? [] : [photo])];
  const details = reason === undefined ? {} : { reason };
  await recordAudit(tx, { actor, action: "account.deleted", subject: `user:${userId}`, details, now });
  if (keys.length > 0) await deps.jobs.enqueue(tx, removeFiles, { keys });
}

/** Tells the areas that an account was erased, after the commit. */
export function announceErasure(deps: Deps): void {
  for (const area of deps.personalData) area.afterErasure?.(deps);
}

/** The consequences of deleting a user's account now. */
export async function getDeletionTermsOf(
  deps: Pick<Deps, "config">,
  database: Database | Tx,
  userId: string,
): Promise<AccountDeletionTerms> {
  const { role, isOperator } = await getAccountRights(database, userId);
  return deletionTerms({
    role,
    isOperator,
    obligations: await selectAccountObligations(database, userId),
    sessions: await findBalance(database, userId),
    supportEmail: deps.config.business.supportEmail,
  });
}

function checkNoBlockers({ blockers }: AccountDeletionTerms): void {
  if (blockers.length > 0) throw new AppError("conflict", { msg: blockers.join(" ") });
}
