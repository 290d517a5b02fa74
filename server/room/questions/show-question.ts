import { type AskedQuestion, maxAskedQuestions } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { getHostedBooking } from "../notes.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { changeRoomQuestions } from "./change-room-questions.ts";
import { findQuestion } from "./find-question.ts";
import { presentAsked } from "./present.ts";
import { type AskedRow, endOpenQuestion, findAsked, insertAsked, selectAskedSince } from "./store.ts";

/**
 * Shows a question to both parties, in place of the current one. Throws `not_found`, `conflict` while the room is
 * closed, if the id names another question or at the limit of questions, and `too_many_requests`.
 */
export async function showQuestion(
  deps: Deps,
  actor: Actor,
  { bookingId, id, questionId }: { bookingId: string; id: string; questionId: string },
): Promise<AskedQuestion> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const question = await findQuestion(deps.database, actor, questionId);
  const { source, title, topic, prompt, minutes, criteria } = question;
  const asked: AskedRow = {
    id,
    bookingId: booking.id,
    interviewerId: actor.userId,
    intervieweeId: booking.intervieweeId,
    source,
    questionId,
    title,
    topic,
    prompt,
    minutes,
    code:
      question.code === null
        ? null
        : {
            language: question.code.language,
            starterCode: question.code.starterCode,
            tables: question.code.tables,
          },
    hints: [],
    shownAt: now,
    endedAt: null,
    marks: { criteria: criteria.map(({ name }) => ({ name, score: null })), note: "", outcome: null },
  };
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    return await changeRoomQuestions(deps, tx, booking.id, async () => {
      const existing = await findAsked(tx, id);
      if (existing !== null) {
        const isSame =
          existing.bookingId === booking.id &&
          existing.interviewerId === actor.userId &&
          existing.questionId === questionId;
        if (!isSame) throw new AppError("conflict", { msg: "This id names another question." });
        return presentAsked(existing);
      }
      const earlier = await selectAskedSince(tx, booking.id, roomTimes(booking).opensAt);
      if (earlier.length >= maxAskedQuestions) {
        throw new AppError("conflict", { msg: `An interview has at most ${maxAskedQuestions} questions.` });
      }
      await endOpenQuestion(tx, booking.id, now);
      await insertAsked(tx, asked);
      return presentAsked(asked);
    });
  });
}
