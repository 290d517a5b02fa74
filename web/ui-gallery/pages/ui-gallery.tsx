import type { RunnableLanguage } from "@greenroom/contract/room/code-pad.ts";
import { useState } from "react";
import { pageMeta } from "../../app/page-meta.ts";
import { formatSlotRange } from "../../format/times.ts";
import { RunPanel } from "../../room/code-runs/run-panel.tsx";
import { Calendar } from "../../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarTone, CalendarView } from "../../ui/calendar/calendar-event.ts";
import { SlotList } from "../../ui/calendar/slot-list.tsx";
import { PageHeader, SegmentedControl } from "../../ui/content.tsx";
import { TextArea } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import {
  ActionsGallery,
  ControlsGallery,
  DisplayGallery,
  FieldsGallery,
  GallerySection,
  MessagesGallery,
} from "../gallery-parts.tsx";

export const meta = () => pageMeta("Primitives");

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Every primitive in every state, for checking changes of the design. Only the development server routes it. */
export default function UiGalleryPage() {
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
  return (
    <div data-theme={theme === "system" ? undefined : theme} className="bg-paper py-10">
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12">
        <PageHeader
          eyebrow="Welcome, Meera"
          title="Primitives"
          aside={<SegmentedControl label="Theme" options={themes} value={theme} onChange={setTheme} />}
        />
        <ActionsGallery />
        <FieldsGallery />
        <ControlsGallery />
        <MessagesGallery />
        <DisplayGallery />
        <CalendarGallery />
        <CodeRunGallery />
      </div>
    </div>
  );
}

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

const languages = [
  { value: "python", label: "Python" },
  { value: "javascript", label: "JavaScript" },
  { value: "sql", label: "SQL" },
] as const;

const tables = [
  {
    name: "runs",
    columns: [
      { name: "id", type: "integer" },
      { name: "score", type: "numeric" },
    ],
    rows: [
      ["1", "0.5"],
      ["2", null],
    ],
  },
];

/** The room's runner without a room. */
export function CodeRunGallery() {
  const [language, setLanguage] = useState<RunnableLanguage>("python");
  const [code, setCode] = useState("");
  return (
    <GallerySection title="Running code">
      <SegmentedControl label="Language" options={languages} value={language} onChange={setLanguage} />
      <div className="flex max-h-[28rem] flex-col rounded-md border border-line">
        <RunPanel
          language={language}
          readCode={() => code}
          tables={tables}
          remoteRun={null}
          onResult={() => undefined}
          tools={null}
        >
          <TextArea
            aria-label="Code to run"
            rows={6}
            className="font-mono"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </RunPanel>
      </div>
    </GallerySection>
  );
}
