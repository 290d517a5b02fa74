import { type InterviewerBooking, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { findUnclear, lockOwnBooking, notPendingError, selectDue, type UnclearRow } from "./find-booking.ts";
import { mailOutcome } from "./outcome-mails.ts";
import { getPresentedInterview } from "./present.ts";
import { type BookingRecord, mayEnd, readRecord } from "./rules.ts";
import { applyNoShow, completeBooking, settleAll } from "./settle.ts";
import { getInterviewEvidence, updateUnclear, upholdReports } from "./store.ts";

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
  /** `reason`: why it was short; blank if the interviewer has not said it. */
  { bookingId, reason }: { bookingId: string; reason: string },
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
    await updateUnclear(tx, booking.id, { reason });
    return `Thank you. ${waitsText}`;
  }
  if (!mayEnd(booking, now)) throw conflict("This interview has not started, so it cannot be ended yet.");
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  const { secondsTogether } = evidence;
  const finding = readRecord(evidence, deps.config.minTogetherMinutes);
  switch (finding) {
    case "took-place":
    case "not-recorded":
      await completeBooking(deps, tx, booking, now);
      await deps.facts.bookingChanged(tx, booking.id);
      return completedMessage;
    case "ended-early":
      if (reason === "") {
        const minutesTogether = Math.floor(secondsTogether / 60);
        throw new AppError("conflict", {
          msg: `You were together for ${minutesTogether} min. Say why the interview ends early.`,
          details: { minutesTogether },
        });
      }
      await askParties(deps, tx, booking, { found: "ended-early", foundAt: now, reason, secondsTogether });
      await deps.facts.bookingChanged(tx, booking.id);
      return `The interview has ended. ${waitsText}`;
    case "interviewee-absent":
    case "interviewer-absent":
    case "nobody-came":
      if (finding === "interviewer-absent" && evidence.interviewerSeconds > 0)
        throw conflict(
          "You have hardly been here, and your interviewee has waited for you, so you can't end this interview yet.",
        );
      if (evidence.interviewerSeconds > 0)
        throw conflict(
          `Your interviewee ${evidence.intervieweeSeconds > 0 ? "has hardly been here" : "has not come yet"}. From 10 minutes after the start you can report a no-show. If you wait until the end, the room's record decides, and you are paid.`,
        );
      throw conflict(
        "You have not been in the room, so you can't end this interview. Join it, or cancel it.",
      );
  }
}

/** Settles every booking whose end has passed by the room's record, and returns how many. */
export async function completeDueBookings(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  return await settleAll(
    deps,
    (database) =>
      selectDue(database, now).where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("unclearInterviews").whereRef("bookingId", "=", "bookings.id"))),
      ),
    (tx, booking) => settleByRecord(deps, tx, booking, now),
  );
}

/**
 * Settles a booking whose end has passed: it took place, one party missed it, or the parties are asked. The caller holds
 * both parties' locks.
 */
async function settleByRecord(deps: Deps, tx: Tx, booking: BookingRecord, now: Date): Promise<void> {
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  const { secondsTogether } = evidence;
  const finding = readRecord(evidence, deps.config.minTogetherMinutes);
  switch (finding) {
    case "took-place":
    case "not-recorded":
      await completeBooking(deps, tx, booking, now);
      return;
    case "interviewee-absent":
    case "interviewer-absent": {
      const absent = finding === "interviewee-absent" ? "interviewee" : "interviewer";
      await applyNoShow(deps, tx, booking, absent, now);
      // One that the record contradicts still waits for us.
      await upholdReports(tx, booking.id, absent, now);
      for (const to of parties)
        await deps.jobs.enqueue(tx, mailOutcome, { bookingId: booking.id, to, about: "missed" });
      return;
    }
    case "ended-early":
    case "nobody-came":
      await askParties(deps, tx, booking, { found: finding, foundAt: now, reason: null, secondsTogether });
  }
}

/** Keeps the booking pending, with its session and pay, until the parties or an operator have answered. */
async function askParties(
  deps: Deps,
  tx: Tx,
  { id: bookingId }: BookingRecord,
  unclear: Pick<UnclearRow, "found" | "foundAt" | "reason" | "secondsTogether">,
): Promise<void> {
  const secondsTogether = Math.floor(unclear.secondsTogether);
  await tx
    .insertInto("unclearInterviews")
    .values({ ...unclear, bookingId, secondsTogether })
    .execute();
  for (const to of parties) await deps.jobs.enqueue(tx, mailOutcome, { bookingId, to, about: unclear.found });
}
