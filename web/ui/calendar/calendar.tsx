import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Card } from "../card.tsx";
import { Skeleton } from "../skeleton.tsx";
import type { CalendarEvent, CalendarView, ChosenTime, TimeRange } from "./calendar-event.ts";
import { CalendarToolbar } from "./calendar-toolbar.tsx";

const CalendarGrid = lazy(() => import("./calendar-grid.tsx"));

export interface CalendarProps {
  events: readonly CalendarEvent[];
  /** The days that the events are of, for events that follow `onRangeChange`; null while those are not there. */
  eventsOf?: TimeRange | null | undefined;
  view: CalendarView;
  onViewChange: (view: CalendarView) => void;
  /** The viewer's IANA zone; all that is drawn is in it. */
  timeZone: string;
  now: Date;
  /**
   * The day that it is first turned to when the view does not show it, such as that of the first event: undefined until it is
   * known, null when there is none. Without it the calendar opens on today.
   */
  openOn?: Date | null | undefined;
  onSelectEvent: (id: string) => void;
  /** Given, empty time can be chosen: by drag, click, tap, long press and keyboard (45 minutes). */
  onSelectTime?: ((chosen: ChosenTime) => void) | undefined;
  /** Called when other days come into view, to load them. */
  onRangeChange?: ((range: TimeRange) => void) | undefined;
  /** What a week begins with: Monday, or the day that one looks from, so that no column is over already. */
  weekStart?: "monday" | "today" | undefined;
  /** In pixels, toolbar included. */
  height?: number | undefined;
  stepMinutes?: number | undefined;
  /** Wall times, `06:30`. */
  visibleFrom?: string | undefined;
  visibleTo?: string | undefined;
  longPressMilliseconds?: number | undefined;
  /** What the calendar shows, for those who hear the page. */
  label?: string | undefined;
}

export interface CalendarCommands {
  today: () => void;
  previous: () => void;
  next: () => void;
}

/** What is drawn (a month begins before its first day), and what it is called after. */
export interface ShownRange extends TimeRange {
  currentFrom: Date;
  currentTo: Date;
}

export function Calendar(props: CalendarProps) {
  const { view, onViewChange, timeZone, now, onRangeChange, height = 600, label = "Calendar" } = props;
  const commands = useRef<CalendarCommands>(null);
  const [shown, setShown] = useState<ShownRange | null>(null);

  // The newest handler is called, yet only another range calls it: parents make a new function at each render.
  const tellRange = useRef(onRangeChange);
  tellRange.current = onRangeChange;
  const from = shown?.from.getTime();
  const to = shown?.to.getTime();
  useEffect(() => {
    if (from !== undefined && to !== undefined)
      tellRange.current?.({ from: new Date(from), to: new Date(to) });
  }, [from, to]);

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
      <div className="relative min-h-0 grow border-t border-line">
        <Suspense fallback={<CalendarLoading />}>
          <CalendarGrid {...props} commands={commands} onShow={setShown} />
        </Suspense>
      </div>
    </Card>
  );
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
