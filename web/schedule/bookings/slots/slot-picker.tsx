import { memo } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { SlotList } from "../../../ui/calendar/slot-list.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import type { LaterSlots } from "./use-open-slots.ts";

interface SlotPickerProps {
  slotEvents: readonly CalendarEvent[];
  timeZone: string;
  /** True when there are slots, but none matches the filters. */
  hasNoMatches: boolean;
  later: LaterSlots;
  onShowAll: () => void;
  onSelectEvent: (id: string) => void;
}

/** The open slots as buttons, grouped by day. */
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
