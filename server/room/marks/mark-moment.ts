import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getHostedBooking } from "../notes.ts";
import { secondsFromStart } from "../record/collect-record.ts";
import { checkMayEnterRoom, maxMarks } from "../rules.ts";
import { saveMark, selectMarks } from "./mark-store.ts";

interface NewMark {
  bookingId: string;
  id: string;
  label: MarkLabel;
  note: string;
  secondsAgo: number;
}

/**
 * Marks a moment of an interview that the actor gives, while its room is open. Throws `not_found` for other
 * people's interviews, `conflict` while the room is closed, if the id names another mark or at the limit of marks,
 * and `too_many_requests`.
 */
export async function markMoment(
  deps: Deps,
  actor: Actor,
  { bookingId, secondsAgo, ...mark }: NewMark,
): Promise<{ id: string; at: string; atSeconds: number }> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const markedAt = new Date(now.getTime() - secondsAgo * 1000);
  const kept = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`marks of ${bookingId}`]);
    const marks = await selectMarks(tx, bookingId);
    if (marks.length >= maxMarks && !marks.some(({ id }) => id === mark.id)) {
      throw new AppError("conflict", { msg: `An interview has at most ${maxMarks} marks.` });
    }
    return await saveMark(tx, { ...mark, bookingId, authorId: actor.userId, markedAt });
  });
  if (kept === null) throw new AppError("conflict", { msg: "This id names another mark." });
  // A page that sends a mark again can state the moment anew, but not what the mark says.
  if (kept.label !== mark.label || kept.note !== mark.note) {
    throw new AppError("conflict", { msg: "This mark is already saved with another label or note." });
  }
  return {
    id: kept.id,
    at: kept.markedAt.toISOString(),
    atSeconds: secondsFromStart(booking, kept.markedAt),
  };
}
