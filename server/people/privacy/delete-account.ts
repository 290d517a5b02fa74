import type { Role } from "@greenroom/contract/kernel/endpoint.ts";
import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { countOf, fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { changedTermsSchema, DeletionTerms } from "@greenroom/contract/people/privacy.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { eraseAnswers, purgeAnswers } from "../../kernel/idempotency.ts";
import { defineHandler, defineJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { deleteRefusals, deleteSentMails, purgeSentMails } from "../../kernel/mail/deliveries.ts";
import { closeAccount } from "../accounts/account.ts";
import { redeemOneTimeCode, requestOneTimeCode } from "../accounts/one-time-codes.ts";
import { hashRandomPassword } from "../accounts/passwords.ts";
import { findBalance } from "../accounts/profile.ts";
import type { Requester } from "../accounts/requester.ts";
import { getUser } from "../accounts/store.ts";
import { eraseInvitations, eraseProfile } from "../interviewers/interviewer-profile.ts";
import { eraseResume } from "../resumes/resume.ts";

interface DeletionInput {
  role: Role;
  isOperator: boolean;
  obligations: AccountObligations;
  /** Credits left. */
  sessions: number;
  supportEmail: string;
}

/** The obstacles to deleting an account, and the consequences of deleting it, in sentences for its owner. */
function deletionTerms({
  role,
  isOperator,
  obligations,
  sessions,
  supportEmail,
}: DeletionInput): DeletionTerms {
  const { upcoming, unclear, pendingPaise, unpaidPaise } = obligations;
  const money = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const blockers: string[] = [];
  if (upcoming > 0)
    blockers.push(
      `You have ${countOf(upcoming, "upcoming interview")}. Cancel ${upcoming === 1 ? "it" : "them"} first, then come back here.`,
    );
  if (unclear > 0) {
    const verb = unclear === 1 ? "waits" : "wait";
    blockers.push(`${countOf(unclear, "interview")} ${verb} for an answer whether it took place.`);
  }
  if (isOperator) blockers.push("You are an operator: another operator has to remove that right first.");

  const consequences = [
    "Your name, email, mobile number, resume, photo, practice and settings are erased, and you are signed out on all devices.",
  ];
  if (sessions > 0)
    consequences.push(
      `You lose your ${countOf(sessions, "unused session")}. Use ${sessions === 1 ? "it" : "them"}, or ask ${supportEmail} about a refund, before you delete.`,
    );
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
    "Payments and interviews stay in our books without your name. What you said and wrote in rooms is erased, even where a report quotes it. Your rating or feedback of an interview stays with the other person, shown as from a deleted user, and they keep what they wrote themselves, the code of the session, and the shapes on its whiteboard. What others wrote, such as notes, messages and our team's log, may name you, and a reason in our books may use your first name.",
    "This cannot be undone.",
  );
  return { blockers, upcomingInterviews: upcoming, consequences };
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

interface Naming {
  email: string;
  name: string;
  mobileNumber: string;
}

/** A regular expression of PostgreSQL that finds a person's address, phone number and full name, not as parts of others. */
function namingPattern({ email, name, mobileNumber }: Naming): string {
  const patterns = [`(?<![A-Za-z0-9._+-])${literal(email)}(?!\\.?[A-Za-z0-9-])`];
  // With or without the country's code, in any groups. Who signed up with a code alone has no number.
  const [, area = "", own] = /^(\d*?)(\d{7,10})$/.exec(mobileNumber.replace(/\D/g, "")) ?? [];
  const grouped = (digits: string) => [...digits].join("[^0-9A-Za-z]{0,2}");
  if (own) patterns.push(`(?<!\\d)\\+?(?:${grouped(area)}[^0-9A-Za-z]{0,2})?${grouped(own)}(?!\\d)`);
  // One name alone may be a word, or the name of somebody else. The consequences of deletion say that it stays.
  if (name.includes(" ")) patterns.push(`\\m${literal(name)}(?!\\w)`);
  return patterns.join("|");
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
  const { email } = await getUser(deps.database, actor.userId);
  await requestOneTimeCode(deps, { purpose: "delete", email, requester });
  return { msg: `We have sent a 6-digit code to ${email}. Enter it to delete your account.` };
}

interface Confirmation {
  otp: string;
  readConsequences: readonly string[];
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
  const { email } = await getUser(deps.database, actor.userId);
  const passwordHash = await hashRandomPassword();
  const guess = { purpose: "delete", email, code: otp, requester } as const;
  await redeemOneTimeCode(deps, guess, async (tx, now) => {
    await lockSubjects(tx, [userId]);
    const terms = await getDeletionTermsOf(deps, tx, userId);
    checkNoBlockers(terms);
    checkAllRead(terms, readConsequences);
    await eraseAccount(deps, tx, { userId, passwordHash, actor: { userId }, now });
  });
  announceErasure(deps);
  return { msg: "Your account is deleted. Thank you for using Greenroom." };
}

/** Throws `conflict` with the consequences that are new since the person read them. Fewer of them harm nobody. */
function checkAllRead({ consequences }: DeletionTerms, read: readonly string[]): void {
  const unread = consequences.filter((consequence) => !read.includes(consequence));
  if (unread.length === 0) return;
  const msg = `Something has changed since you read what deleting means. ${unread.join(" ")}`;
  const details: z.infer<typeof changedTermsSchema> = { consequences };
  throw new AppError("conflict", { msg, details });
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
  const user = await getUser(tx, userId);
  const { email } = user;
  const naming = namingPattern({ ...user, name: fullName(user) });
  // First: a report that is being made meanwhile is then not stored, and the ledger lets go of a closed account's name.
  await closeAccount(tx, { userId, email, passwordHash, now });
  for (const area of deps.personalData) await area.erase(tx, { userId, email, naming, now }, deps);
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
): Promise<DeletionTerms> {
  const { role, isOperator } = await getUser(database, userId);
  return deletionTerms({
    role,
    isOperator,
    obligations: await selectAccountObligations(database, userId),
    sessions: await findBalance(database, userId),
    supportEmail: deps.config.business.supportEmail,
  });
}

interface AccountObligations {
  upcoming: number;
  /** Interviews that are over and wait for an answer whether they took place. */
  unclear: number;
  pendingPaise: number;
  /** Credited and not paid out. */
  unpaidPaise: number;
}

const isUnclear = sql`exists (select from unclear_interviews where booking_id = bookings.id)`;

/** The data that depends on an account: upcoming interviews on either side, and its interviews' earnings. */
async function selectAccountObligations(
  database: Database | Tx,
  userId: string,
): Promise<AccountObligations> {
  const { rows } = await sql<AccountObligations>`
    select
      (select count(*) from bookings
        where status = 'pending' and (interviewee_id = ${userId} or interviewer_id = ${userId})
          and not ${isUnclear}) as upcoming,
      (select count(*) from bookings
        where status = 'pending' and (interviewee_id = ${userId} or interviewer_id = ${userId})
          and ${isUnclear}) as unclear,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'pending') as pending_paise,
      (select coalesce(sum(amount_paise), 0) from earnings
        where interviewer_id = ${userId} and status = 'credited' and not paid_out) as unpaid_paise`.execute(
    database,
  );
  return rows[0] as AccountObligations;
}

function checkNoBlockers({ blockers }: DeletionTerms): void {
  if (blockers.length > 0) throw new AppError("conflict", { msg: blockers.join(" ") });
}

/** Deletes stored responses to old requests, every day. */
const purgeAnswersDaily = defineRecurringJob("privacy.purge-answers", "29 3 * * *");

/** Deletes the list of mails that were sent more than 90 days ago, every day. */
const purgeSentMailsDaily = defineRecurringJob("privacy.purge-sent-mails", "37 3 * * *");

/** Removes files whose rows were deleted. */
const removeFiles = defineJob("privacy.remove-files", z.object({ keys: z.array(z.string()) }));

/** docs/security.md states the same period. */
const sentMailDays = 90;

export const privacyJobs: JobHandler<Deps>[] = [
  defineHandler(purgeAnswersDaily, async (deps) => {
    await purgeAnswers(deps.database, deps.clock.now());
  }),
  defineHandler(purgeSentMailsDaily, ({ database, clock }) =>
    purgeSentMails(database, addMinutes(clock.now(), -60 * 24 * sentMailDays)),
  ),
  defineHandler(removeFiles, async (deps, { keys }) => {
    for (const key of keys) await deps.storage.remove(key);
  }),
];
