import type { Feedback } from "@greenroom/contract/review/feedback.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { answerOnce, type StoreAnswer } from "../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { completeIfHeld } from "../../schedule/bookings/settle.ts";
import { presentFeedback } from "./present.ts";
import { checkCompleted } from "./rules.ts";
import { insertFeedback } from "./store.ts";

interface RatingFields {
  bookingId: string;
  interviewerId: string;
  /** 1 to 5. */
  interviewScore: number;
  overallSummary: string;
}

/**
 * Rates the actor's interview, once. Throws `not_found` for other people's interviews, `conflict` if it has not
 * taken place or the key names another request, and `already_given` by a constraint, so that one of many concurrent
 * ratings is accepted.
 */
export async function giveFeedback(
  deps: Deps,
  actor: Actor,
  input: RatingFields,
  request: KeyedRequest | null = null,
): Promise<Feedback> {
  return await answerOnce(
    { database: deps.database, now: deps.clock.now() },
    request,
    async (keep: StoreAnswer<Feedback>) => await insertRating(deps, actor, input, keep),
  );
}

async function insertRating(
  deps: Deps,
  actor: Actor,
  input: RatingFields,
  keep: StoreAnswer<Feedback>,
): Promise<Feedback> {
  const now = deps.clock.now();
  const booking = await getOwnBooking(deps.database, actor, input.bookingId);
  if (booking.intervieweeId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewee can rate a session." });
  }
  if (booking.interviewerId !== input.interviewerId.toLowerCase()) {
    throw invalidField("interviewerId", "This session was with another interviewer.");
  }
  const row = {
    id: newId(),
    bookingId: booking.id,
    intervieweeId: actor.userId,
    interviewerId: booking.interviewerId,
    interviewScore: input.interviewScore,
    overallSummary: input.overallSummary,
    createdAt: now,
  };
  const answer = presentFeedback({ ...row, startsAt: booking.startsAt });
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const status = await completeIfHeld(deps, tx, booking, now);
    checkCompleted(status, "You can give feedback once the interview is completed.");
    await insertFeedback(tx, row);
    await keep(tx, answer);
  });
  return answer;
}
