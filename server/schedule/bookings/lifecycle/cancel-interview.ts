import { type InterviewerBooking, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { answerOnce } from "../../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { getPresentedInterview } from "../get-presented-booking.ts";
import { mailOutcome } from "../job-definitions.ts";
import { applyNoShow } from "../no-shows/apply-no-show.ts";
import { attendedTogetherMinutes, mayCancelAsInterviewer } from "../rules.ts";
import { performCancellation } from "../settle.ts";
import { getInterviewEvidence } from "../store.ts";
import { lockOwnBooking, notPendingError } from "./lock-booking.ts";

/**
 * Cancels as interviewer: the credit is always returned, and the slot is removed from their calendar. Once it has started
 * the interviewer has missed it. Throws `not_found`, and `conflict` if both have met or the booking is no longer pending.
 */
export async function cancelInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const { database, clock } = deps;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, (keep) =>
    inTransaction(database, async (tx) => {
      const booking = await lockOwnBooking(tx, actor, bookingId);
      if (booking.interviewerId !== actor.userId) {
        throw new AppError("forbidden", { msg: "Only the interviewer can cancel here." });
      }
      const evidence = await getInterviewEvidence(deps, tx, bookingId);
      if (evidence.isUnclear) throw notPendingError(booking);
      if (!mayCancelAsInterviewer(booking, evidence, now)) {
        const isOn = mayCancelAsInterviewer(booking, { ...evidence, secondsTogether: 0 }, now);
        throw isOn ? haveMetError() : notPendingError(booking);
      }
      const hasStarted = booking.startsAt <= now;
      if (hasStarted) {
        await applyNoShow(deps, tx, booking, "interviewer", now);
        for (const to of parties)
          await deps.jobs.enqueue(tx, mailOutcome, { bookingId, to, about: "canceled-late" });
      } else {
        await performCancellation(deps, tx, booking, { by: "interviewer", forfeits: false, now });
      }
      const canceled = {
        msg: `✅ The interview is canceled. The interviewee gets the session back and an email.${hasStarted ? " It counts as missed, because it had started." : ""}`,
      };
      await keep(tx, canceled);
      return canceled;
    }),
  );
  return {
    ...answer,
    booking: await getPresentedInterview(deps, bookingId),
  };
}

function haveMetError(): AppError {
  return new AppError("conflict", {
    msg: `You have both been in the interview for ${attendedTogetherMinutes} minutes, so it can't be canceled. End it instead.`,
  });
}
