import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { accountDetailsSchema } from "@greenroom/contract/people/accounts.ts";
import type { z } from "zod";
import { recordAudit } from "../../kernel/audit.ts";
import { AppError } from "../../kernel/errors.ts";
import { blockAccount } from "../../people/accounts/account.ts";
import { hashRandomPassword } from "../../people/accounts/passwords.ts";
import { changeDetails, changedDetails } from "../../people/accounts/profile.ts";
import { countSignIns, endEverySignIn } from "../../people/accounts/sign-in.ts";
import { announceErasure, eraseAccount, getDeletionTermsOf } from "../../people/privacy/delete-account.ts";
import type { Account } from "./get-account.ts";
import { checkReplaced, type PersonContext, personAction } from "./person-action.ts";

type NoInput = Record<string, never>;

const refuse = (msg: string) => new AppError("conflict", { msg });

function checkNotDeleted({ deletedAt }: Account): void {
  if (deletedAt !== null) throw refuse("This account is deleted.");
}

const formatSignIns = (count: number) =>
  count === 0
    ? "No browser is signed in."
    : count === 1
      ? "1 browser is signed out."
      : `${count} browsers are signed out.`;

const signInsLine = async ({ tx, subject: person, now }: PersonContext<unknown>) => ({
  label: "Browsers",
  text: formatSignIns(await countSignIns(tx, person.id, now)),
});

async function upcomingLine({ deps, tx, subject: person }: PersonContext<unknown>) {
  const { upcomingInterviews } = await getDeletionTermsOf(deps, tx, person.id);
  const text =
    upcomingInterviews === 0
      ? "None."
      : upcomingInterviews === 1
        ? "1 stays booked: cancel it separately."
        : `${upcomingInterviews} stay booked: cancel them separately.`;
  return { label: "Upcoming interviews", text };
}

export const block = personAction<NoInput>({
  async describe(context) {
    const { subject: person } = context;
    checkNotDeleted(person);
    if (person.blockedAt !== null) throw refuse(`${fullName(person)} is blocked already.`);
    if (person.isOperator)
      throw refuse("This is an operator. An owner has to take the operator's desk away first.");
    return {
      lines: [
        { label: "Person", text: `${fullName(person)} can no longer sign in.` },
        await signInsLine(context),
        await upcomingLine(context),
      ],
      beneficiaries: [],
    };
  },
  async perform(context, reason) {
    await setBlocked(context, { isBlocked: true, reason });
    return { msg: `${fullName(context.subject)} is blocked.`, blockedAt: context.now.toISOString() };
  },
});

export const unblock = personAction<{ replaces?: string | undefined }>({
  async describe({ subject: person, input: { replaces } }) {
    checkNotDeleted(person);
    if (person.blockedAt === null) throw refuse(`${fullName(person)} is not blocked.`);
    checkReplaced(replaces === undefined || Date.parse(replaces) === person.blockedAt.getTime());
    return {
      lines: [{ label: "Person", text: `${fullName(person)} can sign in again.` }],
      beneficiaries: [person.id],
    };
  },
  async perform(context, reason) {
    await setBlocked(context, { isBlocked: false, reason });
    return `${fullName(context.subject)} can sign in again.`;
  },
});

async function setBlocked(
  { tx, actor, subject: person, now }: PersonContext<unknown>,
  { isBlocked, reason }: { isBlocked: boolean; reason: string },
): Promise<void> {
  await blockAccount(tx, { email: person.email, isBlocked, now });
  await recordAudit(tx, {
    actor: { userId: actor.userId },
    action: isBlocked ? "user.blocked" : "user.unblocked",
    subject: `user:${person.id}`,
    details: { reason },
    now,
  });
}

export const signOut = personAction<NoInput>({
  async describe(context) {
    const { tx, subject: person, now } = context;
    if ((await countSignIns(tx, person.id, now)) === 0) {
      throw refuse(`${fullName(person)} is not signed in anywhere.`);
    }
    return { lines: [await signInsLine(context)], beneficiaries: [] };
  },
  async perform({ tx, actor, subject: person, now }, reason) {
    await endEverySignIn(tx, person.id, { actor: { userId: actor.userId }, reason, now });
    return `${fullName(person)} is signed out everywhere.`;
  },
});

type Details = z.infer<typeof accountDetailsSchema>;
const detailLabels = {
  firstName: "First name",
  lastName: "Last name",
  mobileNumber: "Mobile number",
} as const;

export const changeAccountDetails = personAction<Details & { replaces?: Details | undefined }>({
  async describe({ subject: person, input }) {
    checkNotDeleted(person);
    checkReplaced(input.replaces === undefined || changedDetails(person, input.replaces).length === 0);
    const changed = changedDetails(person, input);
    if (changed.length === 0) throw refuse("Nothing would change.");
    return {
      lines: changed.map((field) => ({
        label: detailLabels[field],
        text: `${person[field] || "empty"} → ${input[field] || "empty"}`,
      })),
      beneficiaries: [],
    };
  },
  async perform({ tx, actor, subject: person, input, now }, reason) {
    const { firstName, lastName, mobileNumber } = input;
    await changeDetails(
      tx,
      person.id,
      { firstName, lastName, mobileNumber },
      { actor: { userId: actor.userId }, reason, now },
    );
    return "The details are changed.";
  },
});

export const deleteAccountOf = personAction<NoInput>({
  async describe({ deps, tx, subject: person }) {
    checkNotDeleted(person);
    const { blockers, consequences } = await getDeletionTermsOf(deps, tx, person.id);
    if (blockers.length > 0) {
      throw refuse(`This account cannot be deleted yet. Its owner would read: ${blockers.join(" ")}`);
    }
    return {
      lines: [
        { label: "Account", text: `${fullName(person)}, ${person.email}` },
        ...consequences.map((text, index) => ({
          label: `Its owner would read (${index + 1})`,
          text,
        })),
      ],
      typedConfirmation: person.email,
      beneficiaries: [],
    };
  },
  async perform({ deps, tx, actor, subject: person, now }, reason) {
    const passwordHash = await hashRandomPassword();
    const erasure = { userId: person.id, passwordHash, actor: { userId: actor.userId }, reason, now };
    await eraseAccount(deps, tx, erasure);
    return "The account is deleted.";
  },
  afterwards: announceErasure,
});
