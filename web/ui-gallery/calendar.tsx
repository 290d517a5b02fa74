import { useState } from "react";
import { formatSlotRange } from "../format/format-day.ts";
import { Calendar } from "../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarTone, CalendarView } from "../ui/calendar/calendar-event.ts";
import { SlotList } from "../ui/calendar/slot-list.tsx";
import { Card } from "../ui/display/card.tsx";
import { GallerySection } from "./gallery-section.tsx";

const timeZone = "Asia/Kolkata";
const now = new Date("2026-11-20T09:00:00Z");

function event(id: string, start: string, title: string, tone: CalendarTone = "available"): CalendarEvent {
  const startsAt = new Date(`${start}:00+05:30`);
  const endsAt = new Date(startsAt.getTime() + 45 * 60_000);
  return {
    id,
    startsAt,
    endsAt,
    title,
    tone,
    label: `${title}, ${formatSlotRange(startsAt, endsAt, timeZone)}, ${tone}`,
  };
}

const crowd = ["08:00", "09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00"];

const slots = [
  event("1", "2026-11-18T10:00", "Arjun Rao", "past"),
  event("2", "2026-11-18T17:00", "Kavya Menon", "completed"),
  event("3", "2026-11-19T12:30", "Dev Patel"),
  event("4", "2026-11-20T11:00", "Kavya Menon"),
  event("5", "2026-11-20T18:00", "Arjun Rao"),
  event("6", "2026-11-20T20:00", "Dev Patel"),
  event("7", "2026-11-21T12:00", "Arjun Rao"),
  event("8", "2026-11-22T11:00", "Your interview", "mine"),
  event("9", "2026-11-22T15:15", "Dev Patel", "booked"),
  event("10", "2026-11-20T18:00", "Venkatanarasimharajuvaripeta Subramaniam"),
  ...crowd.map((time) => event(`crowd-${time}`, `2026-11-25T${time}`, "Kavya Menon")),
];

export function CalendarGallery() {
  const [view, setView] = useState<CalendarView>("week");
  const [selectedId, setSelectedId] = useState("5");
  const [words, setWords] = useState("Nothing chosen on empty time yet.");
  const events = slots.map((slot) =>
    slot.id === selectedId ? { ...slot, tone: "selected" as const, label: `Selected: ${slot.label}` } : slot,
  );
  return (
    <GallerySection title="Calendar">
      <Calendar
        label="Example calendar"
        events={events}
        view={view}
        onViewChange={setView}
        timeZone={timeZone}
        now={now}
        onSelectEvent={setSelectedId}
        onSelectTime={({ startsAt, endsAt }) =>
          setWords(`Chosen: ${formatSlotRange(startsAt, endsAt, timeZone)}`)
        }
      />
      <p data-testid="chosen-time">{words}</p>
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <SlotList events={events} timeZone={timeZone} onSelectEvent={setSelectedId} />
        </Card>
        <Card>
          <SlotList events={[]} timeZone={timeZone} onSelectEvent={setSelectedId} />
        </Card>
      </div>
    </GallerySection>
  );
}
