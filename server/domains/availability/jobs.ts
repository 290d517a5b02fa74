import type { Deps } from "../../deps.ts";
import { defineHandler, type JobHandler } from "../../jobs/job.ts";
import { composeMail } from "../../mail/compose.ts";
import { findPeople } from "../accounts/profile/find-people.ts";
import { generateWeekly, mailDayClosed } from "./job-definitions.ts";
import type { CalendarDay } from "./time-off/closed-days.ts";
import { formatDay } from "./time-off/format-day.ts";
import { dayClosedMessage } from "./time-off/messages.ts";
import { generateWeeklySlots } from "./weekly/generate-slots.ts";

export const availabilityJobs: JobHandler<Deps>[] = [
  defineHandler(generateWeekly, async (deps) => {
    const change = await generateWeeklySlots(deps);
    if (change.added + change.removed > 0) deps.log.info(change, "generated slots of weekly rules");
  }),
  defineHandler(mailDayClosed, sendDayClosed),
];

async function sendDayClosed(deps: Deps, { interviewerId, day, timeZone }: CalendarDay): Promise<void> {
  const person = (await findPeople(deps.database, [interviewerId])).get(interviewerId);
  if (person === undefined) return;
  const message = dayClosedMessage(person, { day: formatDay(day), timeZone }, deps.config);
  await deps.mail.send(composeMail(deps.config.business, message));
}
