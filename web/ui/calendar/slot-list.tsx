import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import clsx from "clsx";
import { useState } from "react";
import { dayKey, formatDayParts, formatExactTime, formatLongDay, hourOf } from "../../format/times.ts";
import { EmptyState } from "../content.tsx";
import type { CalendarEvent } from "./calendar-event.ts";

export interface SlotListProps {
  events: readonly CalendarEvent[];
  timeZone: string;
  onSelectEvent: (id: string) => void;
}

/** A phone shows so many slots at once: a day with fewer is filled up from the next ones, until a day is chosen. */
const slotsInSight = 4;

/**
 * The slots of the calendar as real buttons, day by day: for touch screens, and for people who do not use the
 * grid.
 */
export function SlotList({ events, timeZone, onSelectEvent }: SlotListProps) {
  const days = groupByDay(events, timeZone);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const selected = days.find((day) =>
    day.groups.some((group) => group.events.some((event) => event.tone === "selected")),
  );
  const shown = days.find((day) => day.key === chosenKey) ?? selected ?? days[0];
  if (!shown)
    return (
      <EmptyState
        title="No open slots yet"
        detail="Interviewers add new times every week. Check again soon."
      />
    );
  const isFirst = chosenKey === null && selected === undefined;
  const [own, ...later] = days.map((day) => day.groups.flatMap((group) => group.events));
  const next = isFirst ? later.flat().slice(0, Math.max(0, slotsInSight - (own?.length ?? 0))) : [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
      <p className="text-sm text-ink-2">Times in {timeZoneLabel(timeZone, new Date())}</p>
      <fieldset
        aria-label="Day"
        className="relative -mx-1.5 -mt-1.5 flex min-w-0 gap-2 overflow-x-auto p-1.5 pb-2"
      >
        {days.map((day) => (
          <DayChip
            key={day.key}
            day={day}
            timeZone={timeZone}
            isSelected={day === shown}
            onChoose={() => setChosenKey(day.key)}
          />
        ))}
      </fieldset>
      {/* On a phone the slots of a day are one grid without the names of its parts, so that more are in sight. */}
      <div className="grid grid-cols-2 gap-2 sm:max-md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] md:grid-cols-[minmax(0,1fr)] md:gap-4">
        {shown.groups.map((group) => (
          <section
            key={group.name}
            className="max-md:contents"
            aria-label={`${group.name}, ${formatLongDay(shown.instant, timeZone)}`}
          >
            <h3 className="max-md:sr-only md:text-lg">{group.name}</h3>
            <ul className="max-md:contents md:mt-2 md:grid md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] md:gap-2.5">
              {group.events.map((event) => (
                <li key={event.id} className="grid grid-cols-[minmax(0,1fr)]">
                  <SlotButton event={event} timeZone={timeZone} onSelect={() => onSelectEvent(event.id)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {next.map((event) => (
          <div key={event.id} className="grid grid-cols-[minmax(0,1fr)] md:hidden">
            <SlotButton event={event} timeZone={timeZone} withDay onSelect={() => onSelectEvent(event.id)} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface DayChipProps {
  day: SlotDay;
  timeZone: string;
  isSelected: boolean;
  onChoose: () => void;
}

function DayChip({ day, timeZone, isSelected, onChoose }: DayChipProps) {
  const parts = formatDayParts(day.instant, timeZone);
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={formatLongDay(day.instant, timeZone)}
      onClick={onChoose}
      className={clsx(
        "grid w-[3.4rem] shrink-0 scroll-mx-3 justify-items-center gap-0.5 rounded-md border py-1 transition-colors md:py-2",
        isSelected ? "border-dark bg-dark text-on-dark" : "border-line bg-card hover:border-edge",
      )}
    >
      <span className={clsx("text-xs", isSelected ? "text-on-dark-2" : "text-ink-2")}>{parts.weekday}</span>
      <span className="font-text text-xl font-semibold leading-tight tabular">{parts.day}</span>
      <span
        aria-hidden="true"
        className={clsx("mt-1 size-1.5 rounded-full max-md:hidden", isSelected ? "bg-accent" : "bg-green")}
      />
    </button>
  );
}

interface SlotButtonProps {
  event: CalendarEvent;
  timeZone: string;
  withDay?: boolean;
  onSelect: () => void;
}

const toneClasses: Record<CalendarEvent["tone"], string> = {
  available: "border-green-line bg-green-tint text-ink hover:border-green",
  selected: "border-green bg-green text-on-green",
  mine: "border-accent-line bg-accent-tint text-amber",
  booked: "border-accent-line bg-accent-tint text-amber",
  past: "border-line bg-sunk text-ink-2",
  completed: "border-edge bg-sunk text-ink-2",
};

function SlotButton({ event, timeZone, withDay = false, onSelect }: SlotButtonProps) {
  const { weekday } = formatDayParts(event.startsAt, timeZone);
  return (
    <button
      type="button"
      aria-label={event.label}
      aria-pressed={event.tone === "selected"}
      onClick={onSelect}
      className={clsx(
        "min-h-12 rounded-md border px-3 py-0.5 text-left md:min-h-14 md:px-4 md:py-1.5 transition-colors",
        toneClasses[event.tone],
      )}
    >
      <span className="block text-lg font-[650] leading-tight tabular">
        {withDay && `${weekday} `}
        {formatExactTime(event.startsAt, timeZone)}
      </span>
      <span className="block truncate text-sm max-md:leading-snug">{event.title}</span>
    </button>
  );
}

export interface SlotDay {
  /** `2026-11-20`, in the viewer's zone. */
  key: string;
  /** An instant of that day, for formatting. */
  instant: Date;
  groups: SlotGroup[];
}

export interface SlotGroup {
  name: "Morning" | "Afternoon" | "Evening";
  events: CalendarEvent[];
}

function partOfDay(hour: number): SlotGroup["name"] {
  if (hour < 12) return "Morning";
  return hour < 17 ? "Afternoon" : "Evening";
}

/** The events by day and part of the day in the viewer's zone, in order of time. */
export function groupByDay(events: readonly CalendarEvent[], timeZone: string): SlotDay[] {
  const days = new Map<string, SlotDay>();
  for (const event of [...events].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const key = dayKey(event.startsAt, timeZone);
    const day = days.get(key) ?? { key, instant: event.startsAt, groups: [] };
    days.set(key, day);
    const name = partOfDay(hourOf(event.startsAt, timeZone));
    const group = day.groups.find((candidate) => candidate.name === name);
    if (group) group.events.push(event);
    else day.groups.push({ name, events: [event] });
  }
  return [...days.values()];
}
