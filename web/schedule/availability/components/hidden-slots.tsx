import { formatSlotRange } from "../../../format/format-day.ts";
import { Button } from "../../../ui/actions/button.tsx";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { visibleFrom, visibleTo } from "../slot-events.ts";

interface HiddenSlotsProps {
  events: readonly CalendarEvent[];
  timeZone: string;
  onSelect: (id: string) => void;
}

/** Lists slots at night. The week and day views do not draw them, but they can be booked. */
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
            <Button variant="quiet" size="sm" onClick={() => onSelect(event.id)}>
              <span className="tabular">{formatSlotRange(event.startsAt, event.endsAt, timeZone)}</span>
              <span className="font-normal text-ink-2">{event.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
