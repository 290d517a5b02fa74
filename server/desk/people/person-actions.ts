import * as contract from "@greenroom/contract/desk/people.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { type Gift, giveCredits, lockGift, takeBackGift } from "../../money/credits/credits.ts";
import { sendReceipt } from "../../money/payments/mails.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { blockAccount, grantRight } from "../../people/accounts/account.ts";
import { hashRandomPassword } from "../../people/accounts/passwords.ts";
import { changeDetails, changedDetails, findBalance } from "../../people/accounts/profile.ts";
import { countSignIns, endEverySignIn } from "../../people/accounts/sign-in.ts";
import {
  checkUnusedInterviewer,
  interviewerRight,
  revokeInterviewerInTransaction,
} from "../../people/interviewers/invitations.ts";
import { mailNewInterviewer } from "../../people/interviewers/mails.ts";
import { findStandingClaims } from "../../people/interviewers/mentor-checks.ts";
import { announceErasure, eraseAccount, getDeletionTermsOf } from "../../people/privacy/delete-account.ts";
import { clearSlotCache } from "../../schedule/availability/open-slots.ts";
import { findBooking, findPartners } from "../../schedule/bookings/find-booking.ts";
import { mailConfirmation, mailMove } from "../../schedule/bookings/mails.ts";
import { eraseHolds } from "../../schedule/holds/holds.ts";
import { getOperator } from "../access/open-desk.ts";
import { type ActionCall, action, undoBy } from "../action.ts";
import { grantOperatorInTransaction, revokeOperatorInTransaction } from "../grant-operator.ts";
import { type Account, getAccount, lockAccountRow } from "./find-people.ts";

/** Locks the person. Only owners act on the accounts of other operators. */
export async function lockPerson({ tx, id, actor }: ActionCall<unknown>): Promise<Account> {
  const person = await lockAccountRow(tx, id);
  if (person.isOperator && person.id !== actor.userId && actor.operator?.level !== "owner") {
    throw new AppError("forbidden", {
      msg: "This is another operator's account, so an owner has to do this.",
    });
  }
  return person;
}

export function checkNotDeleted({ deletedAt }: { deletedAt: Date | null }): void {
  if (deletedAt !== null) throw conflict("This account is deleted.");
}

/**
 * Checks an undo against what it replaces. The preview of an undo is confirmed unseen, so its version cannot tell that
 * another operator or the person has changed something since. Throws `conflict`.
 */
export function checkReplaced(isAsItWasLeft: boolean): void {
  if (isAsItWasLeft) return;
  throw conflict(
    "This has changed in the meantime, so it was not undone. Reload the person to see the change.",
  );
}

function signInsLine(count: number) {
  const text = count === 1 ? "1 browser is signed out." : `${count} browsers are signed out.`;
  return { label: "Browsers", text: count === 0 ? "No browser is signed in." : text };
}

function upcomingText(count: number): string {
  if (count === 0) return "None.";
  return count === 1
    ? "1 stays booked: cancel it separately."
    : `${count} stay booked: cancel them separately.`;
}

const block = action(contract.blockPerson, {
  async lock(call) {
    await lockSubjects(call.tx, [call.id]);
    return await lockPerson(call);
  },
  async plan({ deps, tx, subject: person, now }) {
    checkNotDeleted(person);
    if (person.blockedAt !== null) throw conflict(`${fullName(person)} is blocked already.`);
    if (person.isOperator)
      throw conflict("This is an operator. An owner has to take the operator's desk away first.");
    const { upcomingInterviews: upcoming } = await getDeletionTermsOf(deps, tx, person.id);
    const signIns = await countSignIns(tx, person.id, now);
    const beneficiaries = await findPartners(tx, person.id, now);
    return { data: { name: fullName(person), signIns, upcoming }, beneficiaries };
  },
  describe: ({ name, signIns, upcoming }) => [
    { label: "Person", text: `${name} can no longer sign in.` },
    signInsLine(signIns),
    { label: "Upcoming interviews", text: upcomingText(upcoming) },
  ],
  async run({ deps, tx, subject: { id, email }, data, now }) {
    await blockAccount(tx, { email, isBlocked: true, now });
    await eraseHolds(deps, tx, id);
    return {
      msg: `${data.name} is blocked.`,
      audit: { action: "user.blocked", subject: `user:${id}` },
      undo: undoBy(contract.unblockPerson, { id, input: { replaces: now.toISOString() } }),
    };
  },
  afterwards: clearSlotCache,
});

const unblock = action(contract.unblockPerson, {
  lock: lockPerson,
  async plan({ subject: person, input: { replaces } }) {
    checkNotDeleted(person);
    const { blockedAt } = person;
    if (blockedAt === null) throw conflict(`${fullName(person)} is not blocked.`);
    checkReplaced(replaces === undefined || Date.parse(replaces) === blockedAt.getTime());
    return { data: { name: fullName(person), blockedAt }, beneficiaries: [person.id] };
  },
  describe: ({ name }) => [{ label: "Person", text: `${name} can sign in again.` }],
  async run({ tx, subject: { id, email }, data, now }) {
    await blockAccount(tx, { email, isBlocked: false, now });
    return {
      msg: `${data.name} can sign in again.`,
      audit: { action: "user.unblocked", subject: `user:${id}` },
      undo: undoBy(contract.blockPerson, { id, input: {} }),
    };
  },
});

const signOut = action(contract.signPersonOut, {
  lock: lockPerson,
  async plan({ tx, subject: person, now }) {
    const signIns = await countSignIns(tx, person.id, now);
    if (signIns === 0) throw conflict(`${fullName(person)} is not signed in anywhere.`);
    return { data: { signIns }, beneficiaries: await findPartners(tx, person.id, now) };
  },
  describe: ({ signIns }) => [signInsLine(signIns)],
  async run({ tx, subject: person, now }, { actor, reason }) {
    await endEverySignIn(tx, person.id, { actor, reason, now });
    return { msg: `${fullName(person)} is signed out everywhere.` };
  },
});

const detailLabels = {
  firstName: "First name",
  lastName: "Last name",
  mobileNumber: "Mobile number",
} as const;

const changeAccountDetails = action(contract.changePersonDetails, {
  lock: lockPerson,
  async plan({ tx, subject: person, input }) {
    checkNotDeleted(person);
    checkReplaced(input.replaces === undefined || changedDetails(person, input.replaces).length === 0);
    const changed = changedDetails(person, input);
    if (changed.length === 0) throw conflict("Nothing would change.");
    const changes = changed.map((field) => ({ field, before: person[field], after: input[field] }));
    const isRenamed = changed.some((field) => field !== "mobileNumber");
    const ended = isRenamed ? await findStandingClaims(tx, person.id) : [];
    return { data: { changes, ended }, beneficiaries: [] };
  },
  describe: ({ changes, ended }) => [
    ...changes.map(({ field, before, after }) => ({
      label: detailLabels[field],
      text: `${before || "empty"} → ${after || "empty"}`,
    })),
    ...ended.map((claim) => ({ label: "Checked fact", text: `“${claim}” leaves the page.` })),
  ],
  async run({ tx, subject: person, input: { replaces: _replaced, ...details }, now }, { actor, reason }) {
    const { id, firstName, lastName, mobileNumber } = person;
    await changeDetails(tx, id, details, { actor, reason, now });
    return {
      msg: "The details are changed.",
      undo: undoBy(contract.changePersonDetails, {
        id,
        input: { firstName, lastName, mobileNumber, replaces: details },
      }),
    };
  },
});

const deleteAccountOf = action(contract.deletePerson, {
  lock: lockPerson,
  async plan({ deps, tx, subject: person, now }) {
    checkNotDeleted(person);
    const { blockers, consequences } = await getDeletionTermsOf(deps, tx, person.id);
    if (blockers.length > 0) {
      throw conflict(`This account cannot be deleted yet. Its owner would read: ${blockers.join(" ")}`);
    }
    const { email } = person;
    const data = { name: fullName(person), email, consequences };
    return { data, typed: email, beneficiaries: await findPartners(tx, person.id, now) };
  },
  describe: ({ name, email, consequences }) => [
    { label: "Account", text: `${name}, ${email}` },
    ...consequences.map((text, index) => ({ label: `Its owner would read (${index + 1})`, text })),
  ],
  async run({ deps, tx, subject: { id: userId }, now }, { actor, reason }) {
    const passwordHash = await hashRandomPassword();
    await eraseAccount(deps, tx, { userId, passwordHash, actor, reason, now });
    return { msg: "The account is deleted." };
  },
  afterwards: announceErasure,
});

/** A large grant needs a second operator, and an operator of the level support also has a limit within 24 hours. */
const grant = action(contract.grantSessions, {
  async lock({ tx, id }) {
    await lockSubjects(tx, [id]);
    return await getAccount(tx, id);
  },
  async plan(call) {
    const { tx, subject: person, input } = call;
    checkNotDeleted(person);
    await checkDailyLimit(call, input.sessions);
    if (person.role === "interviewer") throw conflict("This is an interviewer, who has no sessions to book.");
    const balance = await findBalance(tx, person.id);
    return { data: { email: person.email, balance, ...input }, beneficiaries: [person.id] };
  },
  describe: ({ email, balance, sessions }) => [
    {
      label: "Balance",
      text: `${email} gets ${formatSessionCount(sessions)}: ${balance} left before, ${balance + sessions} after.`,
    },
    { label: "Shown to them", text: "They see your reason in their list of sessions." },
  ],
  async run({ deps, tx, id, input: { sessions } }, by) {
    const gift = { user: { id, role: "interviewee" as const }, sessions, ...by };
    const { balance, lotId } = await giveCredits(deps, tx, gift);
    return {
      msg: `${formatSessionCount(sessions)} given. They have ${balance} now.`,
      undo: undoBy(contract.takeBackGrant, { id: lotId, input: {} }),
    };
  },
  limit: {
    kind: "grant",
    amount: ({ sessions }) => sessions,
    most: ({ approval }) => approval.grantSessions,
    format: formatSessionCount,
  },
});

/**
 * Throws `conflict` when this is more than an operator of the level support can still give away within 24 hours. The
 * operator's grants come one after the other, as all actions that may need an approval.
 */
async function checkDailyLimit(
  { deps, tx, actor, now }: ActionCall<unknown>,
  sessions: number,
): Promise<void> {
  if (getOperator(actor).level === "owner") return;
  const limit = deps.config.operator.supportSessionsPerDay;
  // Sessions that were taken back can be granted again.
  const takenBack = sql<number>`coalesce((select sum((back.details->>'sessions')::int) from audit_log back
    where back.subject = granted.subject and back.action = 'credits.taken-back'
      and back.details->>'lotId' = granted.details->>'lotId'), 0)`;
  const { given } = await tx
    .selectFrom("auditLog as granted")
    .select(
      sql<number>`coalesce(sum((granted.details->>'sessions')::int - ${takenBack}), 0)::int`.as("given"),
    )
    .where("granted.actorUserId", "=", actor.userId)
    .where("granted.action", "=", "credits.granted")
    .where("granted.createdAt", ">", addMinutes(now, -24 * 60))
    .executeTakeFirstOrThrow();
  const left = Math.max(0, limit - given);
  if (sessions <= left) return;
  const rest = left === 0 ? "none is" : left === 1 ? "1 is" : `${left} are`;
  throw conflict(
    `You can give away ${formatSessionCount(limit)} within 24 hours, and ${rest} left. Ask an owner for more.`,
  );
}

/** "1 of 2 is used or booked and stays." Empty when nothing is used. */
function usedText({ sessions, left }: { sessions: number; left: readonly unknown[] }): string {
  const used = sessions - left.length;
  return used === 0
    ? ""
    : `${used} of ${sessions} ${used === 1 ? "is" : "are"} used or booked and ${used === 1 ? "stays" : "stay"}.`;
}

/** Takes back the granted sessions that are left. This is the undo of granting them. */
const takeBack = action(contract.takeBackGrant, {
  lock: ({ tx, id }): Promise<Gift> => lockGift(tx, id),
  async plan({ tx, subject: gift }) {
    const person = await getAccount(tx, gift.userId);
    checkNotDeleted(person);
    if (gift.left.length === 0)
      throw conflict("No sessions are left to take back: each was used, booked or already taken back.");
    const balance = await findBalance(tx, gift.userId);
    const left = gift.left.map(({ id }) => id);
    return { data: { email: person.email, balance, sessions: gift.sessions, left }, beneficiaries: [] };
  },
  describe({ email, balance, ...gift }) {
    const count = gift.left.length;
    const used = usedText(gift);
    return [
      {
        label: "Balance",
        text: `${formatSessionCount(count)} ${count === 1 ? "is" : "are"} taken back from ${email}: ${balance} left before, ${balance - count} after.`,
      },
      ...(used === "" ? [] : [{ label: "Used", text: used }]),
      { label: "Shown to them", text: "They see your reason in their list of sessions." },
    ];
  },
  async run({ tx, subject: gift, now }, { actor, reason }) {
    const { balance } = await takeBackGift(tx, gift, { actor, reason, now });
    const count = gift.left.length;
    const done = `${formatSessionCount(count)} ${count === 1 ? "is" : "are"} taken back.`;
    const parts = [done, usedText(gift), `The person has ${balance} now.`];
    return { msg: parts.filter((part) => part !== "").join(" ") };
  },
});

interface Mail {
  text: string;
  /** Null: it is the receipt of a payment. */
  to: "interviewee" | "interviewer" | null;
  sequence: number;
}

/** Throws `not_found` for another person's payment or booking, and `conflict` if it is too late. */
async function findMail(
  tx: Tx,
  person: Account,
  { mail, about }: { mail: contract.ResendableMail; about: string },
): Promise<Mail> {
  if (mail === "receipt") {
    const { purchase } = await getPayment(tx, about);
    if (purchase.userId !== person.id)
      throw new AppError("not_found", { msg: "This person has no such payment." });
    return { text: `Receipt ${purchase.receipt}, ${purchase.planType}.`, to: null, sequence: 0 };
  }
  const booking = await findBooking(tx, about);
  const to = booking?.intervieweeId === person.id ? "interviewee" : "interviewer";
  if (booking === null || (to === "interviewer" && booking.interviewerId !== person.id))
    throw new AppError("not_found", { msg: "This person has no such booking." });
  if (booking.status !== "pending")
    throw conflict("This interview has ended or was canceled, so its confirmation cannot be sent again.");
  const { inviteSequence: sequence } = booking;
  const text = `Confirmation of the ${sequence > 0 ? "moved " : ""}booking, with its calendar invitation.`;
  return { text, to, sequence };
}

const resend = action(contract.resendMail, {
  lock: lockPerson,
  async plan({ tx, subject: person, input }) {
    checkNotDeleted(person);
    const { email } = person;
    return { data: { email, ...(await findMail(tx, person, input)) }, beneficiaries: [] };
  },
  describe: ({ email, text }) => [
    { label: "Email", text },
    { label: "To", text: email },
  ],
  async run({ deps: { jobs }, tx, subject: person, input, data: { to, sequence } }) {
    const { about } = input;
    if (to === null) await jobs.enqueue(tx, sendReceipt, { paymentId: about });
    // After a move, the mail about the move is the one that confirms the booking as it is now.
    else if (sequence > 0) await jobs.enqueue(tx, mailMove, { bookingId: about, sequence, to });
    else await jobs.enqueue(tx, mailConfirmation, { bookingId: about, to });
    return {
      msg: `The email to ${person.email} is on its way.`,
      audit: { action: "mail.sent-again", subject: `user:${person.id}`, details: input },
    };
  },
});

const roleTexts: Record<contract.GrantableRole, string> = {
  interviewer: "becomes an interviewer, who offers slots and books none.",
  interviewee: "becomes an interviewee again and can book interviews.",
  support: "becomes an operator (support): reads, cancels and grants sessions up to the limit.",
  owner: "becomes an operator (owner): does everything.",
  none: "is no longer an operator; second factor and open desks are removed.",
};

const changeRole = action(contract.changePersonRole, {
  lock: lockPerson,
  async plan({ tx, actor, subject: person, input: { role, replaces } }) {
    if (person.deletedAt !== null || person.blockedAt !== null)
      throw conflict("This account is blocked or deleted.");
    const isSide = role === "interviewer" || role === "interviewee";
    if (!isSide && person.id === actor.userId)
      throw conflict("You cannot change your own level. Ask another owner.");
    const level = person.isOperator ? (person.operatorLevel ?? "support") : "none";
    const held: contract.GrantableRole = isSide ? person.role : level;
    checkReplaced(replaces === undefined || replaces === held);
    if (role === held) throw conflict(`${fullName(person)} has this role already.`);
    if (role === "interviewee") await checkUnusedInterviewer(tx, person);
    const { email } = person;
    return {
      // Another operator may have given another role since.
      data: { name: fullName(person), email, role, held, side: person.role, level },
      typed: email,
      beneficiaries: [person.id],
    };
  },
  describe: ({ name, email, role }) => [
    { label: "Person", text: `${name} ${roleTexts[role]}` },
    { label: "Email", text: role === "interviewee" ? "No email is sent." : `${email} is told by email.` },
  ],
  async run({ deps, tx, subject: person, input: { role }, data, now }, { actor, reason }) {
    const { id, email } = person;
    const change = { email, actor, reason, now };
    async function give(): Promise<string> {
      if (role === "interviewee") return (await revokeInterviewerInTransaction(tx, { ...change, id })).msg;
      if (role === "none") return (await revokeOperatorInTransaction(deps, tx, change)).msg;
      if (role !== "interviewer")
        return (await grantOperatorInTransaction(deps, tx, { ...change, level: role })).msg;
      await grantRight(tx, interviewerRight, change);
      await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: id });
      return `${email} is an interviewer now.`;
    }
    const input = { role: data.held, replaces: role };
    return { msg: await give(), undo: undoBy(contract.changePersonRole, { id, input }) };
  },
});

export const personActions = [
  block,
  unblock,
  signOut,
  changeAccountDetails,
  deleteAccountOf,
  grant,
  takeBack,
  resend,
  changeRole,
];
