import { useEffect, useRef, useState } from "react";
import { formatDay } from "../../format/format-day.ts";
import { Button } from "../actions/button.tsx";
import { Card } from "../display/card.tsx";
import { LazyArea } from "../status/lazy-area.tsx";
import { Skeleton } from "../status/skeleton.tsx";
import type { CalendarEvent, TimeRange } from "./calendar-event.ts";
import type { CalendarCommands, CalendarProps, VisibleRange } from "./calendar-props.ts";
import { CalendarToolbar } from "./calendar-toolbar.tsx";

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
      <div className="relative min-h-0 grow border-t border-line">
        <LazyArea source={gridSource} loading={<CalendarLoading />}>
          {(CalendarGrid) => (
            <CalendarGrid
              {...props}
              {...handlers}
              onSelectTime={onSelectTime && handlers.onSelectTime}
              commands={commands}
              onRangeShown={setShown}
            />
          )}
        </LazyArea>
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
