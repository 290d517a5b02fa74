import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type Party, parties } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import { z } from "zod";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail, type MailContent } from "../../kernel/mail/compose.ts";
import {
  definePushHandler,
  definePushJob,
  type Notification,
  notify,
} from "../../people/notifications/notify.ts";
import { describeMeetingPlace } from "../meetings/meeting-place.ts";
import { type BookingMailContext, loadMailContext, partyPayload } from "./mail-context.ts";

/** Enqueues the reminders that are due, every minute. */
const remindOfInterviews = defineRecurringJob("bookings.remind", "* * * * *");

/** When the reminders are due and until when a late one is sent, in minutes. `hours` tells them apart in the table. */
const reminders = [
  { hours: 24, minutesBefore: 24 * 60, until: 60, mail: true },
  { hours: 1, minutesBefore: 60, until: 0, mail: true },
  { hours: 0, minutesBefore: 10, until: 0, mail: false },
] as const;

const batchSize = 50;

/**
 * Reminds both parties of each interview whose reminder is due. Returns how many interviews. After an outage, a missed
 * reminder is still sent until the next one by mail is due. Bookings made or moved after it was due are left out, because
 * their confirmation named the time. Several servers may run this at once. The times are selected so that
 * PostgreSQL keeps the plan: with bare parameters and many bookings it made a new one each minute, which took longer
 * than running it.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (const { hours, minutesBefore, until: latest, mail } of reminders) {
    const from = addMinutes(now, latest);
    const until = addMinutes(now, minutesBefore);
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const { rows } = await sql<{ bookingId: string; startsAt: Date } & Record<`${Party}Id`, string>>`
          with reminded as (
            insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
            select id, ${hours}::integer, starts_at, ${now}::timestamptz from bookings
            where status = 'pending'
              and starts_at > (select ${from}::timestamptz) and starts_at <= (select ${until}::timestamptz)
              and coalesce(moved_at, created_at) <= starts_at - make_interval(mins => ${minutesBefore}::integer)
              and not exists (
                select from session_reminders earlier
                where earlier.booking_id = bookings.id and earlier.hours_before = ${hours}
                  and earlier.starts_at = bookings.starts_at)
            order by starts_at limit ${batchSize}
            on conflict do nothing
            returning booking_id, starts_at)
          select booking_id, reminded.starts_at, interviewee_id, interviewer_id
          from reminded join bookings on bookings.id = reminded.booking_id`.execute(tx);
        const recipients = rows.flatMap(({ bookingId, startsAt, ...people }) =>
          parties.map((to) => ({
            userId: people[`${to}Id`],
            payload: { bookingId, to, hoursBefore: hours, startsAt: startsAt.toISOString() },
          })),
        );
        const notice = {
          kind: "reminders",
          push: pushReminder,
          ...(mail ? { mail: mailReminder } : {}),
        } as const;
        await notify(deps, tx, notice, recipients);
        return rows.length;
      });
    }
  }
  return count;
}

const reminderPayload = partyPayload.extend({ hoursBefore: z.number().int(), startsAt: z.iso.datetime() });
type Reminder = z.infer<typeof reminderPayload>;

const mailReminder = defineMailJob("bookings.mail-reminder", reminderPayload);
const pushReminder = definePushJob("bookings.push-reminder", reminderPayload);

/** Null if the interview does not take place at that time, or has begun. */
async function loadReminder(
  deps: Deps,
  { bookingId, to, startsAt }: Reminder,
): Promise<BookingMailContext | null> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null || context.booking.status !== "pending") return null;
  const isUnchanged = context.booking.startsAt.toISOString() === startsAt;
  return isUnchanged && context.booking.startsAt > deps.clock.now() ? context : null;
}

async function sendReminder(deps: Deps, reminder: Reminder): Promise<void> {
  const context = await loadReminder(deps, reminder);
  if (context === null) return;
  const where = await describeMeetingPlace(deps, reminder.bookingId);
  const { hoursBefore } = reminder;
  await deps.mail.send(composeMail(deps.config.business, reminderMessage(context, { hoursBefore, where })));
}

async function composeReminder(deps: Deps, reminder: Reminder): Promise<Notification | null> {
  const context = await loadReminder(deps, reminder);
  if (context === null) return null;
  const { booking, other, when, bookingUrl } = context;
  const minutes = Math.ceil((booking.startsAt.getTime() - deps.clock.now().getTime()) / 60_000);
  const soon =
    minutes > 60 ? "within a day" : minutes > 10 ? "within the hour" : `in ${countOf(minutes, "minute")}`;
  return {
    title: `Your interview is ${soon}`,
    body: `With ${other.firstName}, ${when.short}`,
    path: new URL(bookingUrl).pathname,
    tag: `reminder-${booking.id}`,
    until: booking.startsAt,
  };
}

export const reminderJobs: JobHandler<Deps>[] = [
  defineHandler(remindOfInterviews, async (deps) => {
    await enqueueReminders(deps);
  }),
  defineHandler(mailReminder, sendReminder),
  definePushHandler(pushReminder, composeReminder),
];

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
