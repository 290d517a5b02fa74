import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { soonDays } from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorPage, MentorSlot } from "@greenroom/contract/schedule/mentors.ts";
import type { ReactNode } from "react";
import { offsetAt } from "../../format/local-time.ts";
import { dayKey, formatDay } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { MentorProfile } from "../../people/interviewers/mentor-profile.tsx";
import { buttonClass, LineIcon } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { SlotLink } from "./mentor-card.tsx";
import { MentorNumbersGrid, MoreArrow } from "./mentor-numbers.tsx";
import { SampleReport } from "./sample-report.tsx";

/* The page of one mentor. No hook and no router, so that the server can render it, too. */

/** So many days stand open; the others are one tap away. */
const daysAtFirst = 6;

interface MentorPageProps {
  page: MentorPage;
  timeZone: string;
  /** From when on the free times are shown, if not from now. */
  from: string | null;
  /** Of a first interview: `₹99`. */
  price: string;
}

interface MentorPageContentProps extends MentorPageProps {
  /** What only the browser knows: whether the mentor is a favorite of the person. */
  favorite?: ReactNode;
}

export function MentorPageContent({ favorite, ...props }: MentorPageContentProps) {
  const { page, timeZone, from, price } = props;
  const { mentor, numbers } = page;
  return (
    <div data-utc-offset={offsetAt(Date.now(), timeZone)} className="page pt-8 sm:pt-10">
      <div className="flex items-center gap-3">
        <a
          href={paths.mentors}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-1 text-sm font-medium text-ink-2 hover:text-ink"
        >
          <LineIcon className="size-4">m15 18-6-6 6-6</LineIcon>
          All mentors
        </a>
        {favorite}
      </div>
      <div className="mt-3 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <MentorProfile mentor={mentor} numbers={<MentorNumbersGrid numbers={numbers} />} />
        <FreeTimes page={page} timeZone={timeZone} from={from} price={price} />
      </div>
      <div className="pt-14">
        <SampleReport />
      </div>
    </div>
  );
}

function FreeTimes({ page: { mentor, slots, next }, timeZone, from, price }: MentorPageProps) {
  const name = fullName(mentor);
  const days = groupByDay(slots, timeZone);
  const hasSoon = slots.some(({ slotTime }) => Date.parse(slotTime) < Date.now() + soonDays * 24 * 3_600_000);
  return (
    <Card className="lg:sticky lg:top-6">
      <section aria-labelledby="times-title">
        <h2 id="times-title" className="text-xl">
          Free times
        </h2>
        <p className="mt-1 text-sm text-ink-3">
          45 minutes each, <span className="in-data-session:hidden">{`the first for ${price}, `}</span>
          <span suppressHydrationWarning>
            {`in ${timeZoneLabel(timeZone, new Date(slots[0]?.slotTime ?? 0))}`}
          </span>
        </p>
        {slots.length === 0 ? (
          <p className="mt-4 text-ink-2">
            {from === null ? "No free time in the next 60 days." : "No later free time yet."}
          </p>
        ) : (
          <>
            <Days days={days.slice(0, daysAtFirst)} name={name} timeZone={timeZone} />
            {days.length > daysAtFirst && (
              <details className="mt-4">
                <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
                  More days
                </summary>
                <Days days={days.slice(daysAtFirst)} name={name} timeZone={timeZone} />
              </details>
            )}
          </>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {from === null && !hasSoon && (
            <a
              href={paths.waitForMentor(mentor.slug)}
              className={buttonClass({ variant: "quiet", size: "sm" })}
            >
              Tell me when a time is free
            </a>
          )}
          {from !== null && (
            <a href={paths.mentor(mentor.slug)} className={buttonClass({ variant: "quiet", size: "sm" })}>
              From today
            </a>
          )}
          {next !== null && (
            <a
              href={`${paths.mentor(mentor.slug)}?${new URLSearchParams({ from: next })}`}
              className={buttonClass({ variant: "quiet", size: "sm" })}
            >
              Later times <MoreArrow />
            </a>
          )}
        </div>
      </section>
    </Card>
  );
}

interface Day {
  day: string;
  slots: MentorSlot[];
}

function Days({ days, name, timeZone }: { days: readonly Day[]; name: string; timeZone: string }) {
  return (
    <div className="mt-4 grid gap-4">
      {days.map(({ day, slots }) => (
        <div key={day}>
          <h3 suppressHydrationWarning className="font-text text-sm font-semibold text-ink-2">
            {formatDay(new Date(slots[0]?.slotTime ?? 0), timeZone)}
          </h3>
          <ul className="mt-2 flex flex-wrap gap-2">
            {slots.map((slot) => (
              <li key={slot._id}>
                <SlotLink slot={slot} name={name} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function groupByDay(slots: readonly MentorSlot[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const slot of slots) {
    const day = dayKey(new Date(slot.slotTime), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.slots.push(slot);
    else days.push({ day, slots: [slot] });
  }
  return days;
}
