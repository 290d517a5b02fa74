import { memo } from "react";
import { Button } from "../../ui/button.tsx";
import type { CalendarEvent } from "../../ui/calendar/calendar-event.ts";
import { SlotList } from "../../ui/calendar/slot-list.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Select } from "../../ui/fields.tsx";
import type { LaterSlots } from "./open-slots.ts";
import { dayParts, type InterviewerOption, type SlotFilter } from "./slot-filter.ts";

interface SlotPickerProps {
  slotEvents: readonly CalendarEvent[];
  timeZone: string;
  /** True when there are slots, but none matches the filters. */
  hasNoMatches: boolean;
  later: LaterSlots;
  onShowAll: () => void;
  onSelectEvent: (id: string) => void;
}

export const SlotPicker = memo(function SlotChoices(props: SlotPickerProps) {
  const { slotEvents, timeZone, hasNoMatches, later, onShowAll, onSelectEvent } = props;
  if (hasNoMatches) {
    return (
      <EmptyState
        title="No matching slots"
        detail={
          later.hasMore
            ? "No slot in the coming weeks matches these filters."
            : "No slot in the next 60 days matches these filters."
        }
        action={
          <div className="flex flex-wrap gap-2.5">
            <ShowLater later={later} />
            <Button variant="quiet" onClick={onShowAll}>
              Show all slots
            </Button>
          </div>
        }
      />
    );
  }
  return (
    <div className="grid gap-4">
      <SlotList events={slotEvents} timeZone={timeZone} onSelectEvent={onSelectEvent} />
      <ShowLater later={later} />
    </div>
  );
});

function ShowLater({ later: { hasMore, isLoading, showMore } }: { later: LaterSlots }) {
  if (!hasMore && !isLoading) return null;
  return (
    <Button variant="quiet" pending={isLoading} pendingLabel="Loading…" onClick={showMore}>
      Show later slots
    </Button>
  );
}

interface SlotFiltersProps {
  filter: SlotFilter;
  interviewers: readonly InterviewerOption[];
  onChange: (filter: SlotFilter) => void;
}

const compactClass = "!min-h-11 !rounded-full !py-1 md:!min-h-9 md:!text-sm";

export function SlotFilters({ filter, interviewers, onChange }: SlotFiltersProps) {
  return (
    <fieldset
      aria-label="Show only"
      className="grid grow grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-2.5 md:flex md:grow-0"
    >
      <Select
        aria-label="Interviewer"
        className={compactClass}
        value={filter.interviewer?.id ?? ""}
        onChange={(event) => {
          const interviewer = interviewers.find(({ id }) => id === event.target.value) ?? null;
          onChange({ ...filter, interviewer });
        }}
      >
        <option value="">Anyone</option>
        {interviewers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Time of day"
        className={compactClass}
        value={filter.dayPart ?? ""}
        onChange={(event) => {
          const dayPart = dayParts.find((part) => part === event.target.value) ?? null;
          onChange({ ...filter, dayPart });
        }}
      >
        <option value="">Any time</option>
        {dayParts.map((part) => (
          <option key={part} value={part}>
            {part}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
