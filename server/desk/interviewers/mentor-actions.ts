import * as contract from "@greenroom/contract/desk/interviewers.ts";
import { countOf, fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { checkKindNames, maxChecks } from "@greenroom/contract/people/mentor-options.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { conflict } from "../../kernel/errors.ts";
import { mailPageState } from "../../people/interviewers/mails.ts";
import {
  findStandingClaims,
  getCheck,
  recordCheck,
  setCheckWithdrawn,
} from "../../people/interviewers/mentor-checks.ts";
import { setPageHidden } from "../../people/interviewers/mentor-page.ts";
import { type ActionCall, action, undoBy } from "../action.ts";
import type { Account } from "../people/find-people.ts";
import { checkNotDeleted, checkReplaced, lockPerson } from "../people/person-actions.ts";

/* A mentor's public page at the desk: the facts that we checked, and taking the page down. */

/** So many checks are read, with those that were withdrawn. */
const maxShownChecks = 50;

export async function getDeskMentorPage(
  database: Database,
  userId: string,
): Promise<contract.DeskMentorPage> {
  const page = await findPage(database, userId);
  const checks = await database
    .selectFrom("mentorChecks as check")
    .innerJoin("users as operator", "operator.id", "check.checkedBy")
    .select(["check.id", "check.kind", "check.claim", "check.evidence", "check.checkedAt"])
    .select(["check.withdrawnAt", "check.checkedBy", "operator.firstName", "operator.lastName"])
    .where("check.userId", "=", userId)
    .orderBy("check.checkedAt", "desc")
    .orderBy("check.id", "desc")
    .limit(maxShownChecks)
    .execute();
  return {
    slug: page?.slug ?? null,
    isListed: (page?.listedAt ?? null) !== null,
    hidden: page?.hiddenAt ? { at: page.hiddenAt.toISOString(), reason: page.hiddenReason ?? "" } : null,
    checks: checks.map(({ id, kind, claim, evidence, checkedAt, withdrawnAt, checkedBy, ...operator }) => ({
      _id: id,
      kind,
      claim,
      evidence,
      by: { _id: checkedBy, name: fullName(operator) },
      at: checkedAt.toISOString(),
      isWithdrawn: withdrawnAt !== null,
    })),
  };
}

const findPage = async (database: Database | Tx, userId: string) =>
  await database
    .selectFrom("interviewerProfiles")
    .select(["slug", "listedAt", "hiddenAt", "hiddenReason"])
    .where("userId", "=", userId)
    .executeTakeFirst();

/** A mentor with their page, locked. */
async function lockMentor(call: ActionCall<unknown>): Promise<Account> {
  const person = await lockPerson(call);
  checkNotDeleted(person);
  if (person.role !== "interviewer") throw conflict(`${fullName(person)} is not an interviewer.`);
  return person;
}

const hide = action(contract.hideMentorPage, {
  lock: lockMentor,
  async plan({ tx, subject: person }) {
    const page = await findPage(tx, person.id);
    if (page === undefined) throw conflict(`${fullName(person)} has not written a page yet.`);
    if (page.hiddenAt !== null) throw conflict("This page is taken down already.");
    const isListed = page.listedAt !== null;
    return { data: { name: fullName(person), slug: page.slug, isListed }, beneficiaries: [] };
  },
  describe: ({ name, slug, isListed }) => [
    {
      label: "Page",
      text: isListed
        ? `Nobody sees /mentors/${slug} until you show it again.`
        : "Nobody sees it now, and nobody will until you show it again.",
    },
    { label: "Email", text: `${name} reads your reason by email and on their page.` },
    { label: "Interviews", text: "Booked interviews and open slots stay." },
  ],
  async run({ deps, tx, subject: { id }, data, now }, { reason }) {
    await setPageHidden(tx, id, { at: now, reason });
    await deps.jobs.enqueue(tx, mailPageState, { userId: id, isHidden: true });
    return {
      msg: `The page of ${data.name} is taken down.`,
      audit: { action: "mentor-page.hidden", subject: `user:${id}` },
      undo: undoBy(contract.showMentorPage, { id, input: { replaces: now.toISOString() } }),
    };
  },
});

/** Without an undo, whose reason the mentor would read: taking the page down again asks for one. */
const show = action(contract.showMentorPage, {
  lock: lockMentor,
  async plan({ tx, subject: person, input: { replaces } }) {
    const page = await findPage(tx, person.id);
    const hiddenAt = page?.hiddenAt ?? null;
    if (hiddenAt === null) throw conflict("This page is not taken down.");
    checkReplaced(replaces === undefined || Date.parse(replaces) === hiddenAt.getTime());
    const isListed = (page?.listedAt ?? null) !== null;
    return { data: { name: fullName(person), hiddenAt, isListed }, beneficiaries: [person.id] };
  },
  describe: ({ name, isListed }) => [
    {
      label: "Page",
      text: isListed ? "Everybody sees it again." : `${name} can show it to everybody again.`,
    },
    { label: "Email", text: `${name} is told by email.` },
  ],
  async run({ deps, tx, subject: { id }, data }) {
    await setPageHidden(tx, id, null);
    await deps.jobs.enqueue(tx, mailPageState, { userId: id, isHidden: false });
    return {
      msg: data.isListed
        ? `Everybody sees the page of ${data.name} again.`
        : `${data.name} can show the page to everybody again.`,
      audit: { action: "mentor-page.shown", subject: `user:${id}` },
    };
  },
});

/** Throws `conflict` when a claim cannot be added to those on the page. */
function checkRoomFor(claim: string, claims: readonly string[]): void {
  const isThere = claims.some((other) => other.toLowerCase() === claim.toLowerCase());
  if (isThere) throw conflict(`“${claim}” is on the page already.`);
  if (claims.length >= maxChecks)
    throw conflict(`A page has at most ${countOf(maxChecks, "checked fact")}. Withdraw one first.`);
}

const record = action(contract.recordMentorCheck, {
  lock: lockMentor,
  async plan({ tx, subject: person, input }) {
    checkRoomFor(input.claim, await findStandingClaims(tx, person.id));
    const page = await findPage(tx, person.id);
    const isPublic = page !== undefined && page.listedAt !== null && page.hiddenAt === null;
    return { data: { name: fullName(person), isPublic, ...input }, beneficiaries: [person.id] };
  },
  describe: ({ name, kind, claim, isPublic }, { clock, config }) => [
    {
      label: checkKindNames[kind],
      text: `The page of ${name} says “${claim} checked, ${monthOf(clock.now(), config.business.timeZone)}”.`,
    },
    { label: "Seen by", text: isPublic ? "Everybody, at once." : "Everybody, once the page is shown." },
    { label: "What you saw", text: "Only operators read it." },
  ],
  async run({ tx, actor, subject: { id: userId }, input: { kind, claim, evidence }, now }) {
    const check = { userId, kind, claim, evidence, checkedBy: actor.userId, checkedAt: now };
    const checkId = await recordCheck(tx, check);
    return {
      msg: `“${claim}” is recorded as checked.`,
      // Without the claim: nothing can be removed from the audit log.
      audit: { action: "mentor.checked", subject: `user:${userId}`, details: { kind, checkId } },
      undo: undoBy(contract.withdrawMentorCheck, { id: checkId, input: { isWithdrawn: true } }),
    };
  },
});

const withdraw = action(contract.withdrawMentorCheck, {
  async lock(call) {
    const { userId } = await getCheck(call.tx, call.id);
    await lockMentor({ ...call, id: userId });
    // As it is now that its mentor is locked.
    return await getCheck(call.tx, call.id);
  },
  async plan({ tx, subject: { userId, claim, withdrawnAt }, input: { isWithdrawn } }) {
    if ((withdrawnAt !== null) === isWithdrawn)
      throw conflict(isWithdrawn ? "This is withdrawn already." : "This is on the page already.");
    if (!isWithdrawn) checkRoomFor(claim, await findStandingClaims(tx, userId));
    return { data: { claim, isWithdrawn }, beneficiaries: isWithdrawn ? [] : [userId] };
  },
  describe: ({ claim, isWithdrawn }) => [
    { label: "Page", text: `“${claim}” is ${isWithdrawn ? "no longer on it" : "on it again"}.` },
  ],
  async run({ tx, id, subject: { userId, kind }, data: { claim, isWithdrawn }, now }) {
    await setCheckWithdrawn(tx, id, isWithdrawn ? now : null);
    return {
      msg: isWithdrawn ? `“${claim}” is withdrawn.` : `“${claim}” is on the page again.`,
      audit: {
        action: isWithdrawn ? "mentor.check-withdrawn" : "mentor.check-restored",
        subject: `user:${userId}`,
        details: { kind, checkId: id },
      },
      undo: undoBy(contract.withdrawMentorCheck, { id, input: { isWithdrawn: !isWithdrawn } }),
    };
  },
});

const monthOf = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, month: "long", year: "numeric" }).format(instant);

export const mentorActions = [hide, show, record, withdraw];
