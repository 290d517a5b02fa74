import type { Slot } from "@greenroom/contract/availability.ts";
import { type ReactNode, useCallback } from "react";
import { Card } from "../../../ui/card.tsx";
import { noFilter } from "../slot-filter.ts";
import type { SlotChoice } from "../use-slot-choice.ts";
import type { Way } from "./booking-toolbar.tsx";
import { SlotCalendar } from "./slot-calendar.tsx";
import { SlotChoices } from "./slot-choices.tsx";

interface BookingDeskProps {
  choice: SlotChoice;
  /** Null where there is room for both. */
  way: Way | null;
  /** Undefined while there is nothing to show: neither slots nor the news that there are none. */
  slots: readonly Slot[] | undefined;
  timeZone: string;
  now: Date;
  onSelectSlot: (slot: Slot) => void;
  onSelectInterview: (id: string) => void;
  confirm: ReactNode;
  zoneNote: ReactNode;
  upcoming: ReactNode;
}

/**
 * Calendar, list, confirmation and tickets. One column whose confirmation stays under the thumb; where there is room,
 * the confirmation stands beside the calendar and the list below it.
 */
export function BookingDesk(props: BookingDeskProps) {
  const { choice, way, slots, timeZone, now, onSelectSlot, onSelectInterview } = props;
  const { setFilter } = choice;
  const showAll = useCallback(() => setFilter(noFilter), [setFilter]);
  const select = useCallback(
    (id: string) => {
      const slot = slots?.find(({ _id }) => _id === id);
      if (slot) onSelectSlot(slot);
      else onSelectInterview(id);
    },
    [slots, onSelectSlot, onSelectInterview],
  );

  return (
    <div className="flex flex-col gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_21.25rem] xl:grid-rows-[auto_1fr]">
      {way !== "list" && (
        <SlotCalendar
          slotEvents={choice.slotEvents}
          ownEvents={choice.ownEvents}
          ready={slots !== undefined}
          narrow={way !== null}
          timeZone={timeZone}
          now={now}
          onSelectEvent={select}
        />
      )}
      <div className="contents xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex xl:flex-col xl:gap-4">
        {slots && way !== "calendar" && (
          <Card className="max-md:border-0 max-md:bg-transparent max-md:!p-0 xl:[&_button]:scroll-mt-96 xl:[&_ul]:grid-cols-2">
            <h2 className="sr-only">Open slots</h2>
            <SlotChoices
              slotEvents={choice.slotEvents}
              timeZone={timeZone}
              filteredAway={slots.length > 0 && choice.slotEvents.length === 0}
              onShowAll={showAll}
              onSelectEvent={select}
            />
          </Card>
        )}
        {props.confirm}
        {props.zoneNote}
      </div>
      {props.upcoming}
    </div>
  );
}
