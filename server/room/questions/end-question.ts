import type { AskedQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { getHostedBooking } from "../notes.ts";
import { changeRoomQuestions } from "./change-room-questions.ts";
import { type AskedReference, getAsked } from "./get-asked.ts";
import { presentAsked } from "./present.ts";
import { endOpenQuestion } from "./store.ts";

/**
 * Stops showing a question to both parties. Does nothing if it was already done. Throws `not_found` and
 * `too_many_requests`.
 */
export async function endQuestion(
  deps: Deps,
  actor: Actor,
  reference: AskedReference,
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, reference.bookingId);
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    return await changeRoomQuestions(deps, tx, booking.id, async () => {
      const asked = await getAsked(tx, actor, reference);
      if (asked.endedAt !== null) return presentAsked(asked);
      await endOpenQuestion(tx, booking.id, now);
      return presentAsked({ ...asked, endedAt: now });
    });
  });
}
