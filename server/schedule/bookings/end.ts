import { type InterviewerBooking, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import {
  findDueBookings,
  findUnclear,
  lockOwnBooking,
  lockParties,
  notPendingError,
} from "./find-booking.ts";
import { mailOutcome } from "./outcome-mails.ts";
import { getPresentedInterview } from "./present.ts";
import { type BookingRecord, mayEnd, type RoomEvidence, readRecord } from "./rules.ts";
import { applyNoShow, completeBooking } from "./settle.ts";
import { getInterviewEvidence, insertUnclear, setReason } from "./store.ts";

interface Ending {
  bookingId: string;
  /** Why it was short; blank if the interviewer has not said it. */
  reason: string;
}

const waitsText = "Your earning waits until your interviewee has said that it was fine.";

/**
 * Ends an interview as interviewer, from its start on. If both were together long enough it is completed; if not, the
 * interviewer gives a reason and the interviewee is asked. Also takes the reason of a short interview later. Succeeds
 * also if the interview has been completed meanwhile. Throws `not_found`, and `conflict` before it starts, if it did not
 * take place, while one of them has not come, or if a reason is needed.
 */
export async function endInterview(
  deps: Deps,
  actor: Actor,
  { bookingId, reason }: Ending,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const now = deps.clock.now();
  const msg = await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    if (booking.interviewerId !== actor.userId)
      throw new AppError("forbidden", { msg: "Only the interviewer can end an interview." });
    if (booking.status === "pending") return await endPending(deps, tx, booking, { reason, now });
    if (booking.status !== "completed") throw notPendingError(booking);
    return completedMessage;
  });
  return { msg, booking: await getPresentedInterview(deps, bookingId) };
}

const completedMessage =
  "✅ The interview has ended. Your earning for this interview is credited once you send your feedback.";

async function endPending(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { reason, now }: { reason: string; now: Date },
): Promise<string> {
  const unclear = await findUnclear(tx, booking.id);
  if (unclear !== null) {
    if (unclear.found !== "ended-early" || unclear.reason !== null || reason === "")
      throw conflict("This interview has ended already.");
    await setReason(tx, booking.id, reason);
    return `Thank you. ${waitsText}`;
  }
  if (!mayEnd(booking, now)) throw conflict("This interview has not started, so it cannot be ended yet.");
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  switch (readRecord(evidence, deps.config.minTogetherMinutes)) {
    case "took-place":
    case "not-recorded":
      await completeBooking(deps, tx, booking, now);
      await deps.facts.bookingChanged(tx, booking.id);
      return completedMessage;
    case "ended-early":
      if (reason === "") throw needsReasonError(evidence.secondsTogether);
      await askParties(deps, tx, booking, { found: "ended-early", evidence, reason, now });
      await deps.facts.bookingChanged(tx, booking.id);
      return `The interview has ended. ${waitsText}`;
    case "interviewee-absent":
      throw conflict(
        "Your interviewee has not come yet. From 10 minutes after the start you can report a no-show. If you wait until the end, the room's record decides, and you are paid.",
      );
    case "interviewer-absent":
    case "nobody-came":
      throw conflict(
        "You have not been in the room, so you can't end this interview. Join it, or cancel it.",
      );
  }
}

function needsReasonError(secondsTogether: number): AppError {
  const minutesTogether = Math.floor(secondsTogether / 60);
  return new AppError("conflict", {
    msg: `You were together for ${minutesTogether} min. Say why the interview ends early.`,
    details: { minutesTogether },
  });
}

/** Bookings per transaction: few enough that little is repeated after a crash. */
const batchSize = 50;

/**
 * Settles every booking whose end has passed by the room's record, and returns how many. Several servers may run it at
 * once.
 */
export async function completeDueBookings(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (;;) {
    const found = await findDueBookings(deps.database, now, batchSize);
    if (found.length === 0) return count;
    count += await inTransaction(deps.database, async (tx) => {
      await lockParties(tx, found);
      // Another server may have settled some of them meanwhile, or somebody may have moved them.
      const due = await findDueBookings(
        tx,
        now,
        batchSize,
        found.map(({ id }) => id),
      );
      for (const booking of due) await settleByRecord(deps, tx, booking, now);
      return due.length;
    });
  }
}

/**
 * Settles a booking whose end has passed: it took place, one party missed it, or the parties are asked. The caller holds
 * both parties' locks.
 */
async function settleByRecord(deps: Deps, tx: Tx, booking: BookingRecord, now: Date): Promise<void> {
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  const finding = readRecord(evidence, deps.config.minTogetherMinutes);
  switch (finding) {
    case "took-place":
    case "not-recorded":
      await completeBooking(deps, tx, booking, now);
      return;
    case "interviewee-absent":
    case "interviewer-absent":
      await applyNoShow(
        deps,
        tx,
        booking,
        finding === "interviewee-absent" ? "interviewee" : "interviewer",
        now,
      );
      for (const to of parties)
        await deps.jobs.enqueue(tx, mailOutcome, { bookingId: booking.id, to, about: "missed" });
      return;
    case "ended-early":
    case "nobody-came":
      await askParties(deps, tx, booking, { found: finding, evidence, reason: null, now });
  }
}

interface UnclearFinding {
  found: "ended-early" | "nobody-came";
  evidence: Pick<RoomEvidence, "secondsTogether">;
  /** Why it was short, in the interviewer's words. */
  reason: string | null;
  now: Date;
}

/** Keeps the booking pending, with its session and pay, until the parties or an operator have answered. */
async function askParties(
  deps: Deps,
  tx: Tx,
  { id: bookingId }: BookingRecord,
  { found, evidence, reason, now }: UnclearFinding,
): Promise<void> {
  await insertUnclear(tx, { bookingId, found, secondsTogether: evidence.secondsTogether, reason, now });
  for (const to of parties) await deps.jobs.enqueue(tx, mailOutcome, { bookingId, to, about: found });
}
