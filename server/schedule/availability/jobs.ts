import { timeZoneAbbreviation } from "@greenroom/contract/kernel/time-zones.ts";
import { toInstantRange } from "../../kernel/days.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile/find-people.ts";
import { generateWeekly, mailDayClosed, mailDayReopened } from "./job-definitions.ts";
import { type CalendarDay, formatCalendarDay, isClosed } from "./time-off/closed-days.ts";
import { dayClosedMessage, dayReopenedMessage } from "./time-off/messages.ts";
import { isTimeOff } from "./time-off/time-off-store.ts";
import { generateWeeklySlots } from "./weekly/generate-slots.ts";

export const availabilityJobs: JobHandler<Deps>[] = [
  defineHandler(generateWeekly, async (deps) => {
    const change = await generateWeeklySlots(deps);
    if (change.added + change.removed > 0) deps.log.info(change, "generated slots of weekly rules");
  }),
  defineHandler(mailDayClosed, async (deps, { timeOffId, ...closed }) => {
    if (!(await isTimeOff(deps.database, timeOffId))) return;
    await sendAbout(deps, closed, dayClosedMessage);
  }),
  defineHandler(mailDayReopened, async (deps, reopened) => {
    if (await isClosed(deps.database, reopened)) return;
    await sendAbout(deps, reopened, dayReopenedMessage);
  }),
];

async function sendAbout(
  deps: Deps,
  { interviewerId, day, timeZone }: CalendarDay,
  compose: typeof dayClosedMessage,
): Promise<void> {
  const person = (await findPeople(deps.database, [interviewerId])).get(interviewerId);
  if (person === undefined) return;
  const { startsAt } = toInstantRange({ firstDay: day, lastDay: day }, timeZone);
  const zone = timeZoneAbbreviation(startsAt, timeZone);
  const message = compose(person, { day: formatCalendarDay(day), zone }, deps.config);
  await deps.mail.send(composeMail(deps.config.business, message));
}
