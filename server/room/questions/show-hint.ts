import type { AskedQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { getHostedBooking } from "../notes.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { changeRoomQuestions } from "./change-room-questions.ts";
import { findQuestion } from "./find-question.ts";
import { type AskedReference, getAsked } from "./get-asked.ts";
import { presentAsked } from "./present.ts";
import { updateHints } from "./store.ts";

/**
 * Shows one hint of the shown question to both parties; showing it again changes nothing. Throws `not_found`,
 * `invalid_input` if the question has no such hint, `conflict` while the room is closed or if the question is done,
 * and `too_many_requests`.
 */
export async function showHint(
  deps: Deps,
  actor: Actor,
  { index, ...reference }: AskedReference & { index: number },
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, reference.bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  return await inTransaction(deps.database, async (tx) => {
    return await changeRoomQuestions(deps, tx, booking.id, async () => {
      const asked = await getAsked(tx, actor, reference);
      if (asked.endedAt !== null) {
        throw new AppError("conflict", {
          msg: "This question is done, so its hints can no longer be shown.",
        });
      }
      if (asked.hints.some((hint) => hint.index === index)) return presentAsked(asked);
      const text = (await findQuestion(tx, actor, asked.questionId)).hints[index];
      if (text === undefined) throw invalidField("index", "This question has no such hint.");
      const hints = [...asked.hints, { index, text, shownAt: now.toISOString() }];
      await updateHints(tx, asked.id, hints);
      return presentAsked({ ...asked, hints });
    });
  });
}
