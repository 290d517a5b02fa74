import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { formatDay, formatDayRange, formatMonth } from "../../format/times.ts";
import { Button } from "../button.tsx";
import { SegmentedControl } from "../content.tsx";
import { LazyPart } from "../lazy-part.tsx";
import { Skeleton } from "../loading.tsx";
import { Card } from "../panels.tsx";
import type {
  CalendarCommands,
  CalendarEvent,
  CalendarProps,
  CalendarView,
  TimeRange,
  VisibleRange,
} from "./calendar-event.ts";

const gridSource = {
  name: "The calendar",
  load: () => import("./calendar-grid.tsx").then((module) => module.default),
};

type Handlers = {
  [Name in "onViewChange" | "onSelectEvent" | "onSelectTime" | "onRangeChange"]: NonNullable<
    CalendarProps[Name]
  >;
};

export function Calendar(props: CalendarProps) {
  const { view, onViewChange, timeZone, now, onSelectTime, height = 600, label = "Calendar" } = props;
  const { events, eventsRange, nextAt } = props;
  const commands = useRef<CalendarCommands>(null);
  const [shown, setShown] = useState<VisibleRange | null>(null);

  // FullCalendar learns its widths and heights from a first frame, which would show as a jump.
  const [isMeasured, setMeasured] = useState(false);
  const isDrawn = shown !== null;
  useEffect(() => {
    if (!isDrawn) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);

  // Parents create new functions at each render. The grid gets the same ones each time, which call the latest: drawing
  // a hundred events again takes a second on a phone, so a dialog that opens must not cause it.
  const latest = useRef(props);
  latest.current = props;
  const [handlers] = useState(
    (): Handlers => ({
      onViewChange: (next) => latest.current.onViewChange(next),
      onSelectEvent: (id) => latest.current.onSelectEvent(id),
      onSelectTime: (chosen) => latest.current.onSelectTime?.(chosen),
      onRangeChange: (range) => latest.current.onRangeChange?.(range),
    }),
  );
  const from = shown?.from.getTime();
  const to = shown?.to.getTime();
  useEffect(() => {
    if (from !== undefined && to !== undefined)
      handlers.onRangeChange({ from: new Date(from), to: new Date(to) });
  }, [from, to, handlers]);

  return (
    <Card
      padded={false}
      className="relative flex flex-col overflow-hidden"
      role="region"
      aria-label={label}
      style={{ height }}
    >
      <CalendarToolbar
        view={view}
        onViewChange={onViewChange}
        timeZone={timeZone}
        now={now}
        shown={shown}
        commands={commands}
      />
      {view === "day" && nextAt && shown && eventsRange !== null && !isShowing(events, shown, nextAt) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-sunk px-4 py-1.5 text-sm">
          Nothing ahead on this day.
          <Button variant="ghost" size="sm" onClick={() => commands.current?.goTo(nextAt)}>
            Go to {formatDay(nextAt, timeZone)}
          </Button>
        </p>
      )}
      <div
        className={clsx("relative min-h-0 grow border-t border-line", isDrawn && !isMeasured && "invisible")}
      >
        <LazyPart source={gridSource} loading={<CalendarLoading />}>
          {(CalendarGrid) => (
            <CalendarGrid
              {...props}
              {...handlers}
              onSelectTime={onSelectTime && handlers.onSelectTime}
              commands={commands}
              onRangeShown={setShown}
            />
          )}
        </LazyPart>
      </div>
    </Card>
  );
}

/** Whether these days show the next event, or other events from then on. */
function isShowing(events: readonly CalendarEvent[], { from, to }: TimeRange, nextAt: Date): boolean {
  return events.some(({ startsAt }) => startsAt >= nextAt && startsAt >= from && startsAt < to);
}

function CalendarLoading() {
  return (
    <div role="status" className="grid h-full grid-cols-4 gap-3 p-4 sm:grid-cols-7">
      <span className="sr-only">Loading the calendar…</span>
      {["a", "b", "c", "d", "e", "f", "g"].map((column) => (
        <Skeleton key={column} className="h-full" />
      ))}
    </div>
  );
}

const views = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
  { value: "agenda", label: "Agenda" },
] as const;

/** How far the last shown day is from the first; a month's title names no days. */
const daysToLast: Record<CalendarView, number> = { month: 0, week: 6, day: 0, agenda: 29 };
const stepNames: Record<CalendarView, string> = {
  month: "month",
  week: "week",
  day: "day",
  agenda: "30 days",
};

export interface CalendarToolbarProps {
  view: CalendarView;
  onViewChange: (view: CalendarView) => void;
  timeZone: string;
  now: Date;
  shown: VisibleRange | null;
  commands: RefObject<CalendarCommands | null>;
}

export function CalendarToolbar({
  view,
  onViewChange,
  timeZone,
  now,
  shown,
  commands,
}: CalendarToolbarProps) {
  // Until the grid says what it shows, the heading takes the place of as many days. Otherwise the toolbar wraps later.
  const from = shown?.currentFrom ?? now;
  const to = shown?.currentTo ?? new Date(now.getTime() + daysToLast[view] * 86_400_000 + 1);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-1">
          <Button variant="quiet" size="sm" onClick={() => commands.current?.today()}>
            Today
          </Button>
          <StepButton
            label={`Previous ${stepNames[view]}`}
            onClick={() => commands.current?.previous()}
            Icon={ChevronLeft}
          />
          <StepButton
            label={`Next ${stepNames[view]}`}
            onClick={() => commands.current?.next()}
            Icon={ChevronRight}
          />
        </div>
        <h2
          aria-live="polite"
          className={clsx("font-text text-lg font-semibold tabular", shown === null && "invisible")}
        >
          {view === "month" ? formatMonth(from, timeZone) : formatDayRange(from, to, timeZone)}
        </h2>
        <span className="text-sm text-ink-3">{timeZoneLabel(timeZone, new Date())}</span>
      </div>
      <SegmentedControl label="View" options={views} value={view} onChange={onViewChange} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  onClick: () => void;
  Icon: typeof ChevronLeft;
}

function StepButton({ label, onClick, Icon }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-9 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
