import type { ConfirmedAction, Preview } from "@greenroom/contract/desk/actions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { mailDayReopened } from "../../schedule/availability/jobs.ts";
import { clearSlotCache } from "../../schedule/availability/slot-cache.ts";
import {
  type ClosedDayRecord,
  findClosedDays,
  formatCalendarDay,
  reopenDay,
} from "../../schedule/availability/time-off.ts";
import { checkPreview, makePreview, numberLines } from "../preview.ts";

/** Previews the undo of closing days. Throws as `reopenDays` does. */
export async function previewReopening(
  deps: Deps,
  actor: Actor,
  daysOff: readonly string[],
): Promise<Preview> {
  return await inTransaction(
    deps.database,
    async (tx) => await describe(tx, actor, await lockClosedDays(deps, tx, daysOff)),
  );
}

/**
 * Ends the days off that a cancellation made: the free times that are still ahead can be booked again, and
 * each interviewer is told by mail. Throws `conflict` if one of them has ended or passed.
 */
export async function reopenDays(
  deps: Deps,
  actor: Actor,
  { daysOff, reason, ...confirmed }: ConfirmedAction & { daysOff: readonly string[] },
): Promise<{ msg: string }> {
  const added = await inTransaction(deps.database, async (tx) => {
    const days = await lockClosedDays(deps, tx, daysOff);
    checkPreview(await describe(tx, actor, days), confirmed);
    const now = deps.clock.now();
    let sum = 0;
    for (const day of days) {
      sum += (await reopenDay(tx, day, now)).added;
      const { interviewerId, day: date, timeZone } = day;
      await deps.jobs.enqueue(tx, mailDayReopened, { interviewerId, day: date, timeZone });
      await recordAudit(tx, {
        actor: { userId: actor.userId },
        action: "availability.day-reopened",
        subject: `user:${day.interviewerId}`,
        details: { day: day.day, timeZone: day.timeZone, reason },
        now,
      });
    }
    return sum;
  });
  clearSlotCache(deps);
  const ended = daysOff.length === 1 ? "The day off has ended." : `${daysOff.length} days off have ended.`;
  const times =
    added === 0
      ? "No free time is left on it."
      : `${added} free time${added === 1 ? "" : "s"} can be booked again.`;
  return { msg: `${ended} ${times} The interviews stay canceled.` };
}

/** Finds the days with their interviewers locked, the same in every transaction's order. */
async function lockClosedDays(deps: Deps, tx: Tx, ids: readonly string[]): Promise<ClosedDayRecord[]> {
  const now = deps.clock.now();
  const found = await findClosedDays(tx, ids, now);
  await lockSubjects(
    tx,
    found.map(({ interviewerId }) => interviewerId),
  );
  const locked = await findClosedDays(tx, ids, now);
  if (locked.length === ids.length) return locked;
  throw new AppError("conflict", {
    msg:
      ids.length === 1
        ? "This day off has ended already, so there is nothing to undo."
        : "Some of these days off have ended already. The interviewers can end the others under Weekly hours.",
  });
}

async function describe(tx: Tx, actor: Actor, days: readonly ClosedDayRecord[]): Promise<Preview> {
  const people = await findPeople(
    tx,
    days.map(({ interviewerId }) => interviewerId),
  );
  const lines = days.map(({ interviewerId, day }) => ({
    label: "Day off",
    text: `The day off of ${people.get(interviewerId)?.email ?? "a deleted user"} on ${formatCalendarDay(day)} ends, and its free times can be booked again.`,
  }));
  return makePreview(actor, {
    lines: [...numberLines(lines), { label: "Interviews", text: "Those that were canceled stay canceled." }],
    state: days.map(({ id }) => id),
    beneficiaries: days.map(({ interviewerId }) => interviewerId),
  });
}
