import { Pill } from "../../../ui/pill.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import type { SlotChoice } from "../use-slot-choice.ts";
import { SlotFilters } from "./slot-filters.tsx";

const ways = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

/** On a small screen, one of the two ways to look at slots is shown. */
export type Way = (typeof ways)[number]["value"];

interface BookingToolbarProps {
  sessionCount: number;
  /** Null where both ways are shown. */
  way: Way | null;
  onWayChange: (way: Way) => void;
  /** Null until there are slots to choose from. */
  choice: SlotChoice | null;
}

/** Beside the page's title: sessions remaining, and how and which slots to look at. */
export function BookingToolbar({ sessionCount, way, onWayChange, choice }: BookingToolbarProps) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-3 md:w-auto">
      <Pill status={sessionCount > 0 ? "ready" : "off"} className="md:order-last">
        Sessions remaining: {sessionCount}
      </Pill>
      {way && <Segmented label="Show slots as" options={ways} value={way} onChange={onWayChange} />}
      {choice && (
        <SlotFilters filter={choice.filter} interviewers={choice.interviewers} onChange={choice.setFilter} />
      )}
    </div>
  );
}
