import type { AuditActor } from "../../../audit/record-audit.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { clearSlotCache } from "../../availability/slot-cache.ts";
import { countFreeTimes } from "../../availability/time-off/closed-days.ts";
import { cancelLocked, lockPending } from "../../bookings/lifecycle/cancel-as-operator.ts";
import { listPendingOfDay } from "../../bookings/lifecycle/list-pending-of-day.ts";
import { closeFreeTimes } from "./close-free-times.ts";
import { nameBegun } from "./name-begun.ts";

interface DayCancellation {
  interviewerId: string;
  /** A day of the business's zone, `2026-11-27`. */
  day: string;
  /** Whether the interviewer's free times of that day are closed, too. */
  closesDay: boolean;
  actor: AuditActor;
  reason: string;
}

/**
 * Cancels all upcoming interviews of an interviewer's day, as `cancelAction` cancels chosen ones, and closes the day.
 * Interviews that have begun are left alone, and `leftAlone` names them in a sentence. Throws `conflict` if there is nothing to do, or if somebody books or cancels at the same moment.
 */
export async function cancelDay(
  deps: Deps,
  { interviewerId, day, closesDay, actor, reason }: DayCancellation,
): Promise<{ canceled: number; closed: number; leftAlone: string }> {
  const { timeZone } = deps.config.business;
  const calendarDay = { interviewerId, day, timeZone };
  const result = await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const planned = (await listPendingOfDay(tx, calendarDay, now)).upcoming.map(({ id }) => id);
    const bookings = planned.length === 0 ? [] : await lockPending(tx, planned);
    if (planned.length === 0) await lockSubjects(tx, [interviewerId]);
    const { begun, upcoming } = await listPendingOfDay(tx, calendarDay, now);
    if (upcoming.map(({ id }) => id).join() !== planned.join())
      throw new AppError("conflict", {
        msg: "The day's interviews have just changed. Run the command again.",
      });
    const leftAlone = nameBegun(begun, { timeZone, withIds: true });
    const [freeTimes = 0] = closesDay ? await countFreeTimes(tx, [calendarDay], now) : [];
    if (planned.length + freeTimes === 0)
      throw new AppError("conflict", {
        msg: `This interviewer has no upcoming interview${closesDay ? " and no free time" : ""} on ${day} (${timeZone}).${leftAlone}`,
      });
    for (const booking of bookings) await cancelLocked(deps, tx, booking, { reason, actor });
    if (freeTimes > 0) await closeFreeTimes(deps, tx, [calendarDay], { actor, reason });
    return { canceled: bookings.length, closed: freeTimes, leftAlone };
  });
  clearSlotCache(deps);
  return result;
}
