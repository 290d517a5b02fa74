import { SegmentedControl } from "../../../ui/actions/segmented-control.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { SlotFilters } from "../slots/slot-filters.tsx";
import type { FilteredSlots } from "../slots/use-filtered-slots.ts";

const slotViews = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

/** On a small screen, one of the two views of the slots is shown. */
export type SlotView = (typeof slotViews)[number]["value"];

interface BookingToolbarProps {
  sessionCount: number;
  /** Null where both views are shown. */
  view: SlotView | null;
  onViewChange: (way: SlotView) => void;
  /** Null until there are slots to choose from. */
  filteredSlots: FilteredSlots | null;
}

/** Beside the page's title: the sessions that remain, and the view and filters of the slots. */
export function BookingToolbar({ sessionCount, view, onViewChange, filteredSlots }: BookingToolbarProps) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-3 md:w-auto">
      <Pill status={sessionCount > 0 ? "ready" : "off"} className="md:order-last">
        Sessions remaining: {sessionCount}
      </Pill>
      {view && (
        <SegmentedControl label="Show slots as" options={slotViews} value={view} onChange={onViewChange} />
      )}
      {filteredSlots && (
        <SlotFilters
          filter={filteredSlots.filter}
          interviewers={filteredSlots.interviewers}
          onChange={filteredSlots.setFilter}
        />
      )}
    </div>
  );
}
