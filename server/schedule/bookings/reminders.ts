import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import { z } from "zod";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import { describeMeetingPlace } from "../meetings/meeting-place.ts";
import { type BookingMailContext, loadMailContext, partyPayload } from "./mail-context.ts";

/** Enqueues the reminders that are due, every minute. */
export const remindOfInterviews = defineJob({
  name: "bookings.remind",
  payload: emptyPayload,
  cron: "* * * * *",
});

const reminderHours = [24, 1] as const;

const batchSize = 50;

/**
 * Enqueues a mail to both parties of each interview whose reminder is due. Returns how many interviews. After an
 * outage, a missed reminder is still sent until the next one is due. Bookings made or moved after it was due are left
 * out, because their confirmation named the time. Several servers may run this at once. The times are selected so that
 * PostgreSQL keeps the plan: with bare parameters and many bookings it made a new one each minute, which took longer
 * than running it.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (const [index, hoursBefore] of reminderHours.entries()) {
    const from = addMinutes(now, 60 * (reminderHours[index + 1] ?? 0));
    const until = addMinutes(now, 60 * hoursBefore);
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const { rows } = await sql<{ bookingId: string; startsAt: Date }>`
          insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
          select id, ${hoursBefore}::integer, starts_at, ${now}::timestamptz from bookings
          where status = 'pending'
            and starts_at > (select ${from}::timestamptz) and starts_at <= (select ${until}::timestamptz)
            and coalesce(moved_at, created_at) <= starts_at - make_interval(hours => ${hoursBefore}::integer)
            and not exists (
              select from session_reminders reminded
              where reminded.booking_id = bookings.id and reminded.hours_before = ${hoursBefore}
                and reminded.starts_at = bookings.starts_at)
          order by starts_at limit ${batchSize}
          on conflict do nothing
          returning booking_id, starts_at`.execute(tx);
        for (const { bookingId, startsAt } of rows) {
          const payload = { bookingId, hoursBefore, startsAt: startsAt.toISOString() };
          for (const to of parties) await deps.jobs.enqueue(tx, mailReminder, { ...payload, to });
        }
        return rows.length;
      });
    }
  }
  return count;
}

export const mailReminder = defineMailJob({
  name: "bookings.mail-reminder",
  payload: partyPayload.extend({ hoursBefore: z.number().int(), startsAt: z.iso.datetime() }),
});

/** Reminds one party of the interview, if it still takes place at that time and has not begun. */
export async function sendReminder(
  deps: Deps,
  { bookingId, to, hoursBefore, startsAt }: z.infer<typeof mailReminder.payload>,
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "pending") return;
  const isUnchanged = context.booking.startsAt.toISOString() === startsAt;
  if (!isUnchanged || context.booking.startsAt <= deps.clock.now()) return;
  const where = await describeMeetingPlace(deps, bookingId);
  await deps.mail.send(composeMail(deps.config.business, reminderMessage(context, { hoursBefore, where })));
}

function reminderMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { hoursBefore, where }: { hoursBefore: number; where: string },
): MailContent {
  const soon = hoursBefore > 1 ? "within a day" : "within the hour";
  return {
    to: reader.email,
    subject: `Reminder: interview with ${nameInSubject(otherName)}, ${when.short}`,
    listedSubject: `Reminder: interview, ${when.short}`,
    heading: `Your interview is ${soon}.`,
    paragraphs: [`With: ${otherName}`, `When: ${when.long}`, where],
    action: { label: "Open the booking", url: bookingUrl },
  };
}
