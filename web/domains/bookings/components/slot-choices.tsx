import { memo } from "react";
import { Button } from "../../../ui/button.tsx";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { SlotList } from "../../../ui/calendar/slot-list.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

interface SlotChoicesProps {
  slotEvents: readonly CalendarEvent[];
  timeZone: string;
  /** There are slots, and the filters let none of them through. */
  filteredAway: boolean;
  onShowAll: () => void;
  onSelectEvent: (id: string) => void;
}

/** The open slots as buttons, day by day. */
export const SlotChoices = memo(function SlotChoices(props: SlotChoicesProps) {
  const { slotEvents, timeZone, filteredAway, onShowAll, onSelectEvent } = props;
  if (filteredAway) {
    return (
      <EmptyState
        title="No open slots like that"
        detail="Nobody you chose is free at that time of day in the next 60 days."
        action={
          <Button look="quiet" onClick={onShowAll}>
            Show all slots
          </Button>
        }
      />
    );
  }
  return <SlotList events={slotEvents} timeZone={timeZone} onSelectEvent={onSelectEvent} />;
});
