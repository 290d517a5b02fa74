import { Button } from "../../../ui/button.tsx";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { visibleFrom, visibleTo } from "../slot-events.ts";

interface HiddenSlotsProps {
  events: readonly CalendarEvent[];
  timeZone: string;
  onSelect: (id: string) => void;
}

/** Slots at night, which week and day leave out: they exist and can be booked, so they are named. */
export function HiddenSlots({ events, timeZone, onSelect }: HiddenSlotsProps) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="hidden-slots" className="mt-4 text-sm">
      <h3 id="hidden-slots" className="font-text text-sm font-semibold tracking-normal text-ink-2">
        Outside {visibleFrom} – {visibleTo}
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {events.map((event) => (
          <li key={event.id}>
            <Button look="quiet" size="sm" onClick={() => onSelect(event.id)}>
              <span className="tabular">{formatSlotRange(event.startsAt, event.endsAt, timeZone)}</span>
              <span className="font-normal text-ink-2">{event.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
