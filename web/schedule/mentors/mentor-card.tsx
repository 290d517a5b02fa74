import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneAbbreviation } from "@greenroom/contract/kernel/time-zones.ts";
import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  mentorLanguageNames,
  mentorLevelNames,
  mentorRoleNames,
} from "@greenroom/contract/people/mentor-options.ts";
import { dayPartOf } from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorCard, MentorSlot } from "@greenroom/contract/schedule/mentors.ts";
import type { ReactNode } from "react";
import { formatDay, formatTime, formatWeekday, hourOf } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { MentorChecks, yearsText } from "../../people/interviewers/mentor-profile.tsx";
import { Portrait } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { MentorNumbersLine } from "./mentor-numbers.tsx";

/* A mentor in the list, and a free time as a link. No hook and no router, so that the server can render them, too. */

interface MentorCardViewProps {
  mentor: MentorCard;
  timeZone: string;
  /** What only the browser knows: whether the mentor is a favorite of the person. */
  favorite?: ReactNode;
}

export function MentorCardView({ mentor, timeZone, favorite }: MentorCardViewProps) {
  const { slug, headline, photoUrl, roles, levels, topics, languages, numbers, slots, years } = mentor;
  const name = fullName(mentor);
  const work = [
    roles.map((role) => mentorRoleNames[role]).join(", "),
    levels.map((level) => mentorLevelNames[level]).join(", "),
    yearsText(years),
  ].filter(Boolean);
  const asks = topics.map((topic) => questionTopicNames[topic]);
  const speaks = languages.map((language) => mentorLanguageNames[language]);
  return (
    <Card className="grid content-start gap-3.5 [overflow-wrap:anywhere]">
      <div className="flex gap-4">
        <Portrait name={name} photoUrl={photoUrl} className="size-16 text-xl" />
        <div className="min-w-0 flex-1">
          <h3 className="text-xl">
            <a href={paths.mentor(slug)} className="rounded-sm hover:underline">
              {name}
            </a>
          </h3>
          {headline && <p className="mt-0.5 text-ink-2">{headline}</p>}
          {work.length > 0 && <p className="mt-1 text-sm text-ink-3">{work.join(" · ")}</p>}
        </div>
        {favorite && <div className="-mx-2.5">{favorite}</div>}
      </div>
      <MentorNumbersLine numbers={numbers} />
      <MentorChecks checks={mentor.checks} />
      <Reasons mentor={mentor} timeZone={timeZone} />
      <p className="text-sm text-ink-2">
        {asks.length > 0 && <>Asks {asks.join(", ")}. </>}
        Speaks {speaks.length === 0 ? "English" : speaks.join(", ")}.
      </p>
      {slots.length === 0 ? (
        <p className="text-sm text-ink-3">
          No free time in the next weeks.{" "}
          <a href={paths.waitForMentor(slug)} className="link inline-flex min-h-6 items-center">
            Tell me when a time <span className="sr-only">with {name} </span>is free
          </a>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {slots.map((slot) => (
            <li key={slot._id}>
              <SlotLink slot={slot} name={name} timeZone={timeZone} withDay />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Why this mentor, in one line. */
function Reasons({ mentor: { reasons, slots }, timeZone }: { mentor: MentorCard; timeZone: string }) {
  const [first] = slots;
  if (reasons.length === 0) return null;
  const start = first === undefined ? null : new Date(first.slotTime);
  const free =
    start === null ? [] : [`free on ${formatWeekday(start, timeZone)} ${dayPartOf(hourOf(start, timeZone))}`];
  return (
    <p
      suppressHydrationWarning
      className="border-l-2 border-green pl-3 text-sm font-medium text-green first-letter:uppercase"
    >
      {[...reasons, ...free].join(" · ")}
    </p>
  );
}

interface SlotLinkProps {
  slot: MentorSlot;
  /** For screen readers, which read the links of many mentors. */
  name: string;
  timeZone: string;
  withDay?: boolean;
}

/** A free time. A browser may write its day otherwise than the server, which React must not report. */
export function SlotLink({ slot: { _id, slotTime }, name, timeZone, withDay = false }: SlotLinkProps) {
  const start = new Date(slotTime);
  return (
    <a
      href={paths.chosenSlot(_id)}
      className="tabular inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-card px-3 text-sm font-semibold hover:border-green hover:bg-green-tint hover:text-green"
    >
      <span className="sr-only">Book {name}: </span>
      <time dateTime={slotTime} suppressHydrationWarning>
        {withDay
          ? `${formatDay(start, timeZone)}, ${formatTime(start, timeZone)}`
          : formatTime(start, timeZone)}
        {/* For a visitor in another zone than the server has rendered (page-script.ts). */}
        <span suppressHydrationWarning className="hidden in-data-elsewhere:inline">
          {` ${timeZoneAbbreviation(start, timeZone)}`}
        </span>
      </time>
    </a>
  );
}
