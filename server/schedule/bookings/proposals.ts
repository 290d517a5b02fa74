import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { type Party, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { MoveProposal, OwnMoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineMailJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import {
  definePushHandler,
  definePushJob,
  type Notification,
  notify,
} from "../../people/notifications/notify.ts";
import { clearSlotCache } from "../availability/open-slots.ts";
import { type BookableSlot, getOfferedSlot, holdSlot } from "../availability/slots.ts";
import { type OfferDeps, offerToWaiting } from "../holds/offers.ts";
import { getOwnBooking, hasOtherInterviewAt, lockOwnBooking } from "./find-booking.ts";
import {
  type BookingMailContext,
  formatInterviewTime,
  type InterviewTime,
  loadMailContext,
} from "./mail-context.ts";
import { performMove } from "./move.ts";
import { type BookingRecord, otherParty, partyOf, proposalExpiry, proposalState } from "./rules.ts";

/**
 * The latest move proposal for one of the actor's bookings. Throws `not_found` without a proposal, and for
 * somebody else's booking.
 */
export async function getMoveProposal(
  { database, clock }: Deps,
  actor: Actor,
  bookingId: string,
): Promise<OwnMoveProposal> {
  const booking = await getOwnBooking(database, actor, bookingId);
  const proposal = await getLatestProposal(database, bookingId);
  const party = partyOf(booking, actor);
  const otherId = booking[`${otherParty(party)}Id`];
  const other = (await findPeople(database, [otherId])).get(otherId);
  const otherName = other === undefined ? "" : fullName(other);
  return { ...presentProposal(proposal, booking, clock.now()), party, otherName };
}

/** The latest move proposal for a booking, open or not. Throws `not_found` without one. */
export async function getLatestProposal(database: Database | Tx, bookingId: string): Promise<ProposalRow> {
  const proposal = await findLatestProposal(database, bookingId);
  if (proposal === null)
    throw new AppError("not_found", { msg: "No other time was proposed for this interview." });
  return proposal;
}

/** The latest move proposal for a booking, as the operator's desk shows it; null without one. */
export async function findPresentedProposal(
  database: Database,
  booking: BookingRecord,
  now: Date,
): Promise<MoveProposal | null> {
  const proposal = await findLatestProposal(database, booking.id);
  return proposal === null ? null : presentProposal(proposal, booking, now);
}

interface Answer {
  bookingId: string;
  proposalId: string;
  answer: "accept" | "decline";
}

/**
 * Stores a party's answer to a proposed time. With the second acceptance the booking moves, free of charge
 * and regardless of the notice period. Throws `not_found` for other people's bookings, and `conflict` with
 * the reason if the proposal is no longer open or the slot is no longer free; the booking then keeps its
 * time.
 */
export async function answerMoveProposal(
  deps: Deps,
  actor: Actor,
  answer: Answer,
): Promise<{ msg: string; proposal: OwnMoveProposal }> {
  const result = await inTransaction(deps.database, (tx) => answerWithin(deps, tx, actor, answer));
  // Every answer but the first acceptance releases the slot.
  if (result !== "accepted") clearSlotCache(deps);
  // The error is thrown only after the commit, because the proposal must store that its slot is gone.
  if (result === "slot_taken") throw conflict(closedSentences.slot_taken);
  return { msg: messages[result], proposal: await getMoveProposal(deps, actor, answer.bookingId) };
}

const messages = {
  moved:
    "✅ Both of you have accepted, and the interview has moved. A new invitation is on its way by email.",
  accepted: "✅ You have accepted. The interview moves as soon as the other person accepts, too.",
  declined: "You have declined. The interview stays where it is.",
} as const;

async function answerWithin(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { bookingId, proposalId, answer }: Answer,
): Promise<keyof typeof messages | "slot_taken"> {
  const now = deps.clock.now();
  const booking = await lockOwnBooking(tx, actor, bookingId);
  const proposal = await getLatestProposal(tx, bookingId);
  if (proposal.id !== proposalId) throw conflict("We have proposed another time since. Load the page again.");
  const state = proposalState(proposal, booking, now);
  if (state !== "open") throw conflict(closedSentences[state]);
  const party = partyOf(booking, actor);
  const audit = (action: string) =>
    recordAudit(tx, {
      actor: { userId: actor.userId },
      action,
      subject: `booking:${bookingId}`,
      details: { proposalId, startTime: proposal.startsAt.toISOString() },
      now,
    });
  const mailOther = () => deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to: otherParty(party) });
  if (answer === "decline") {
    await endProposal(deps, tx, proposalId, { outcome: "declined", declinedBy: party, now });
    await audit("booking.move-declined");
    await mailOther();
    return "declined";
  }
  if (await hasOtherInterviewAt(tx, booking, proposal))
    throw conflict(
      `${party === "interviewee" ? "You have" : "The interviewee has"} another interview at the proposed time, so this one cannot move there.`,
    );
  const { startsAt, holdsSlot } = proposal;
  const slot = { interviewerId: booking.interviewerId, startsAt, now };
  const hasOther = proposal[`${otherParty(party)}AcceptedAt`] !== null;
  const isFree = hasOther
    ? await performMove(deps, tx, booking, { ...slot, isHeld: holdsSlot })
    : holdsSlot || (await getOfferedSlot(tx, slot)) !== null;
  if (!isFree) {
    await endProposal(deps, tx, proposalId, { outcome: "slot_taken", now });
    await mailOther();
    return "slot_taken";
  }
  await tx
    .updateTable("moveProposals")
    .set({ [`${party}AcceptedAt`]: now })
    .where("id", "=", proposalId)
    .execute();
  await audit("booking.move-accepted");
  if (!hasOther) return "accepted";
  await endProposal(deps, tx, proposalId, { outcome: "moved", now });
  return "moved";
}

/**
 * Proposes a slot for a booking, holds it, and asks both parties by mail. Hold the booking's locks and clear the cache
 * of slots after the commit. Returns the proposal's id; null when the slot is no longer offered.
 */
export async function proposeSlot(
  deps: OfferDeps,
  tx: Tx,
  { booking, slot, reason, now }: { booking: BookingRecord; slot: BookableSlot; reason: string; now: Date },
): Promise<string | null> {
  const lapsed = await findLatestProposal(tx, booking.id);
  if (lapsed !== null) await endProposal(deps, tx, lapsed.id, { outcome: "lapsed", now });
  const { interviewerId } = booking;
  if (!(await holdSlot(tx, { interviewerId, startsAt: slot.startsAt }))) return null;
  const expiresAt = proposalExpiry(booking, slot, now);
  const proposalId = newId();
  await tx
    .insertInto("moveProposals")
    .values({
      id: proposalId,
      bookingId: booking.id,
      bookingSequence: booking.inviteSequence,
      intervieweeId: booking.intervieweeId,
      interviewerId,
      fromStartsAt: booking.startsAt,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
      reason,
      proposedAt: now,
      expiresAt,
      holdsSlot: true,
    })
    .execute();
  for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
  const recipients = parties.map((to) => ({ userId: booking[`${to}Id`], payload: { proposalId, to } }));
  await notify(deps, tx, { kind: "offers", push: pushMoveProposal }, recipients);
  return proposalId;
}

/**
 * Withdraws the last proposal of a booking and tells both parties. Returns its id. Hold the booking's locks.
 */
export async function withdrawProposal(
  deps: OfferDeps,
  tx: Tx,
  { bookingId, now }: { bookingId: string; now: Date },
): Promise<string> {
  const { id: proposalId } = await getLatestProposal(tx, bookingId);
  await endProposal(deps, tx, proposalId, { outcome: "withdrawn", now });
  for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
  return proposalId;
}

export async function findOpenProposal(
  tx: Tx,
  booking: BookingRecord,
  now: Date,
): Promise<ProposalRow | null> {
  const latest = await findLatestProposal(tx, booking.id);
  return latest !== null && proposalState(latest, booking, now) === "open" ? latest : null;
}

/** Proposals that are read at once. */
const batchSize = 50;

/**
 * Ends every proposal whose time to answer is over, which releases its slot, and mails both parties. Returns how many.
 * Several servers may run it at once.
 */
export async function endExpiredProposals(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (let found = batchSize; found === batchSize; ) {
    const expired = await deps.database
      .selectFrom("moveProposals")
      .select(["id", "interviewerId"])
      .where("outcome", "is", null)
      .where("expiresAt", "<=", now)
      .orderBy("expiresAt")
      .limit(batchSize)
      .execute();
    found = expired.length;
    for (const { id: proposalId, interviewerId } of expired)
      count += await inTransaction(deps.database, async (tx) => {
        await lockSubjects(tx, [interviewerId]);
        if (!(await endProposal(deps, tx, proposalId, { outcome: "lapsed", now }))) return 0;
        for (const to of parties) await deps.jobs.enqueue(tx, mailMoveProposal, { proposalId, to });
        return 1;
      });
  }
  if (count > 0) clearSlotCache(deps);
  return count;
}

function presentProposal(row: ProposalRow, booking: BookingRecord, now: Date): MoveProposal {
  const acceptedAt = { interviewee: row.intervieweeAcceptedAt, interviewer: row.interviewerAcceptedAt };
  return {
    _id: row.id,
    fromTime: row.fromStartsAt.toISOString(),
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    reason: row.reason,
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: proposalState(row, booking, now),
    acceptedBy: parties.filter((party) => acceptedAt[party] !== null),
    declinedBy: row.declinedBy,
  };
}

/** Why a proposal that is not open any more cannot be answered. */
const closedSentences: Record<Exclude<MoveProposal["state"], "open">, string> = {
  moved: "Both of you have accepted, and the interview has moved.",
  declined: "This time was declined. The interview stays where it is.",
  withdrawn: "We have withdrawn this proposal. The interview stays where it is.",
  slot_taken: "The proposed time has been taken in the meantime. The interview stays where it is.",
  expired: "This proposal has expired. The interview stays where it is.",
  booking_changed: "The interview has been moved in the meantime, so this proposal no longer applies.",
  booking_canceled: "The interview was canceled in the meantime, so this proposal no longer applies.",
};

/** The same for an operator who would withdraw it. */
export function closedSentenceForOperators(
  state: keyof typeof closedSentences,
  { declinedBy }: Pick<ProposalRow, "declinedBy">,
): string {
  if (state === "moved")
    return "Both parties have accepted, and the interview has moved. Nothing was withdrawn.";
  if (state === "declined" && declinedBy !== null)
    return `The ${declinedBy} has declined this time already. The interview stays where it is.`;
  if (state === "withdrawn") return "This proposal was withdrawn already. The interview stays where it is.";
  return closedSentences[state];
}

const proposalPayload = z.object({ proposalId: z.string(), to: z.enum(parties) });

/** Asks one party to answer a proposed time, or tells them that the proposal has ended without a move. */
const mailMoveProposal = defineMailJob("bookings.mail-move-proposal", proposalPayload);

/** Asks one party to answer a proposed time. */
const pushMoveProposal = definePushJob("bookings.push-move-proposal", proposalPayload);

/** Ends proposals that nobody answered in time, every minute. */
const endProposals = defineRecurringJob("bookings.end-proposals", "* * * * *");

/**
 * Mails a party about a proposal as it is now: the question with a link while it is open, otherwise the
 * outcome. A booking that has moved or changed in the meantime sends its own mails, so none is sent here.
 */
async function sendMoveProposal(deps: Deps, payload: z.infer<typeof proposalPayload>): Promise<void> {
  const loaded = await loadProposal(deps, payload);
  if (loaded === null) return;
  const { proposal, context, state, timeZone, proposed, path } = loaded;
  const { business, publicUrl } = deps.config;
  if (state === "open") {
    const until = formatNamedMoment(proposal.expiresAt, timeZone);
    const url = publicUrl + path;
    const { reason } = proposal;
    await deps.mail.send(composeMail(business, proposedMessage(context, { proposed, reason, until, url })));
  } else if (state === "declined" || state === "withdrawn" || state === "slot_taken" || state === "expired") {
    const why = closedSentences[state];
    await deps.mail.send(composeMail(business, notMovedMessage(context, { proposed, why })));
  }
}

async function composeProposal(
  deps: Deps,
  payload: z.infer<typeof proposalPayload>,
): Promise<Notification | null> {
  const loaded = await loadProposal(deps, payload);
  if (loaded?.state !== "open") return null;
  const { proposal, context, proposed, path } = loaded;
  return {
    title: "Another time for your interview?",
    body: `With ${context.other.firstName}, ${proposed.short}`,
    path,
    tag: `proposal-${proposal.bookingId}`,
    until: proposal.expiresAt,
  };
}

/** A proposal as it is now, for one party; null without one. */
async function loadProposal(deps: Deps, { proposalId, to }: z.infer<typeof proposalPayload>) {
  const proposal = await deps.database
    .selectFrom("moveProposals")
    .selectAll()
    .where("id", "=", proposalId)
    .executeTakeFirst();
  if (proposal === undefined) return null;
  const context = await loadMailContext(deps, proposal.bookingId, to);
  if (context === null) return null;
  const state = proposalState(proposal, context.booking, deps.clock.now());
  const timeZone = context.reader.timeZone ?? deps.config.business.timeZone;
  const proposed = formatInterviewTime(proposal, timeZone);
  const path = `/${to}-dashboard/proposed-time/${proposal.bookingId}`;
  return { proposal, context, state, timeZone, proposed, path };
}

export const proposalJobs: JobHandler<Deps>[] = [
  defineHandler(mailMoveProposal, sendMoveProposal),
  definePushHandler(pushMoveProposal, composeProposal),
  defineHandler(endProposals, async (deps) => {
    const count = await endExpiredProposals(deps);
    if (count > 0) deps.log.info({ count }, "ended unanswered move proposals");
  }),
];

function proposedMessage(
  { reader, otherName, when }: BookingMailContext,
  { proposed, reason, until, url }: { proposed: InterviewTime; reason: string; until: string; url: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Another time for your interview? ${proposed.short}`,
    heading: "We propose another time.",
    paragraphs: [
      `It is about your interview with ${otherName}.`,
      `Now: ${when.long}`,
      `Proposed: ${proposed.long}`,
      `Why: ${reason}`,
      `It moves only if both of you accept by ${until}, and costs nothing. Otherwise it stays where it is.`,
    ],
    action: { label: "Accept or decline", url },
  };
}

function notMovedMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { proposed, why }: { proposed: InterviewTime; why: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Your interview stays on ${when.short}`,
    heading: "Your interview stays where it is.",
    paragraphs: [
      `We had proposed another time for your interview with ${otherName}: ${proposed.long}`,
      why,
      `It takes place as booked: ${when.long}`,
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}

async function findLatestProposal(database: Database | Tx, bookingId: string) {
  const row = await database
    .selectFrom("moveProposals")
    .selectAll()
    .where("bookingId", "=", bookingId)
    .orderBy("proposedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

type ProposalRow = NonNullable<Awaited<ReturnType<typeof findLatestProposal>>>;

type ProposalEnd =
  | { outcome: "moved" | "withdrawn" | "slot_taken" | "lapsed"; now: Date }
  | { outcome: "declined"; declinedBy: Party; now: Date };

/**
 * Ends an open proposal, and offers the slot that it held to those who wait for it. The caller holds the interviewer's
 * lock. False if it had ended already.
 */
async function endProposal(
  deps: OfferDeps,
  tx: Tx,
  id: string,
  { now, ...ending }: ProposalEnd,
): Promise<boolean> {
  const ended = await tx
    .updateTable("moveProposals")
    .set({ ...ending, endedAt: now })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .returning(["interviewerId", "startsAt"])
    .executeTakeFirst();
  if (ended === undefined) return false;
  const slot = await getOfferedSlot(tx, { ...ended, now });
  if (slot !== null) await offerToWaiting(deps, tx, { slotId: slot.id, leftBy: null });
  return true;
}
