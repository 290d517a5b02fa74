import type { InterviewerQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { getHostedBooking } from "../notes.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { findQuestion } from "./find-question.ts";
import { selectFavorites } from "./own-store.ts";
import { selectAskedBefore } from "./store.ts";

/**
 * A question with its answer key, for the interviewer of an interview whose room is open. Throws `not_found`,
 * `conflict` while the room is closed, and `too_many_requests`.
 */
export async function readQuestion(
  deps: Deps,
  actor: Actor,
  { bookingId, questionId }: { bookingId: string; questionId: string },
): Promise<InterviewerQuestion> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  checkMayEnterRoom(booking, deps.clock.now());
  const question = await findQuestion(deps.database, actor, questionId);
  const favorites = await selectFavorites(deps.database, actor.userId);
  const askedBefore = await selectAskedBefore(deps.database, {
    intervieweeId: booking.intervieweeId,
    exceptBookingId: booking.id,
    ids: [questionId],
  });
  return {
    ...question,
    isFavorite: favorites.has(questionId),
    askedBefore: askedBefore.get(questionId)?.toISOString() ?? null,
  };
}
