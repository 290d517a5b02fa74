import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { RefObject } from "react";
import { formatDayRange, formatMonth } from "../../format/format-day.ts";
import { timeZoneLabel } from "../../format/time-zone-label.ts";
import { Button } from "../actions/button.tsx";
import { SegmentedControl } from "../actions/segmented-control.tsx";
import type { CalendarView } from "./calendar-event.ts";
import type { CalendarCommands, VisibleRange } from "./calendar-props.ts";

const views = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
] as const;

const sixDays = 6 * 86_400_000;

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
  const to = shown?.currentTo ?? new Date(now.getTime() + (view === "week" ? sixDays : 0) + 1);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-1">
          <Button variant="quiet" size="sm" onClick={() => commands.current?.today()}>
            Today
          </Button>
          <StepButton
            label={`Previous ${view}`}
            onClick={() => commands.current?.previous()}
            Icon={ChevronLeft}
          />
          <StepButton label={`Next ${view}`} onClick={() => commands.current?.next()} Icon={ChevronRight} />
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
