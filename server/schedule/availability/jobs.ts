import { timeZoneAbbreviation } from "@greenroom/contract/kernel/time-zones.ts";
import { z } from "zod";
import { toInstantRange } from "../../kernel/days.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { type CalendarDay, formatCalendarDay, isClosed } from "./time-off.ts";
import { generateWeeklySlots } from "./weekly-hours.ts";

/** Generates slots from weekly rules up to eight weeks ahead and removes those within their notice, every hour. */
export const generateWeekly = defineRecurringJob("availability.lay-weekly", "7 * * * *", {
  expireSeconds: 300,
});

const calendarDay = { interviewerId: z.string(), day: z.string(), timeZone: z.string() };

/** Tells an interviewer that an operator closed a day of theirs, unless that day off has ended by then. */
export const mailDayClosed = defineMailJob(
  "availability.mail-day-closed",
  z.object({ ...calendarDay, timeOffId: z.string() }),
);

/** Tells an interviewer that a closed day is open again, unless it has been closed again by then. */
export const mailDayReopened = defineMailJob("availability.mail-day-reopened", z.object(calendarDay));

export const availabilityJobs: JobHandler<Deps>[] = [
  defineHandler(generateWeekly, async (deps) => {
    const change = await generateWeeklySlots(deps);
    if (change.added + change.removed > 0) deps.log.info(change, "generated slots of weekly rules");
  }),
  defineHandler(mailDayClosed, async (deps, { timeOffId, ...closed }) => {
    const timeOff = await deps.database
      .selectFrom("timeOff")
      .select("id")
      .where("id", "=", timeOffId)
      .executeTakeFirst();
    if (timeOff === undefined) return;
    await sendAbout(deps, closed, dayClosedMessage);
  }),
  defineHandler(mailDayReopened, async (deps, reopened) => {
    if (await isClosed(deps.database, reopened)) return;
    await sendAbout(deps, reopened, dayReopenedMessage);
  }),
];

function dayClosedMessage(day: string) {
  return {
    subject: `We closed ${day} in your calendar`,
    heading: `We closed ${day} for you.`,
    says: (dayInZone: string) => `we closed ${dayInZone} in your calendar, so nobody can book you that day.`,
    next: "The day off is under Weekly hours. If you end it there, your free times on that day come back.",
  };
}

function dayReopenedMessage(day: string) {
  return {
    subject: `${day} is open again in your calendar`,
    heading: `${day} is open again.`,
    says: (dayInZone: string) =>
      `we have reopened ${dayInZone} in your calendar, so people can book your free times on that day again.`,
    next: "Interviews that were canceled stay canceled. If you'd rather keep the day off, add it under Weekly hours.",
  };
}

async function sendAbout(
  { database, config, mail }: Deps,
  { interviewerId, day, timeZone }: CalendarDay,
  compose: typeof dayClosedMessage,
): Promise<void> {
  const person = (await findPeople(database, [interviewerId])).get(interviewerId);
  if (person === undefined) return;
  const { business, publicUrl } = config;
  const { startsAt } = toInstantRange({ firstDay: day, lastDay: day }, timeZone);
  const named = formatCalendarDay(day);
  const { subject, heading, says, next } = compose(named);
  await mail.send(
    composeMail(business, {
      to: person.email,
      subject,
      heading,
      paragraphs: [
        `Hello ${person.firstName}, ${says(`${named} (${timeZoneAbbreviation(startsAt, timeZone)})`)}`,
        next,
        `If you have questions, write to ${business.supportEmail}.`,
      ],
      action: { label: "Open weekly hours", url: `${publicUrl}/interviewer-dashboard/calendar/weekly-hours` },
      replyTo: business.supportEmail,
    }),
  );
}
