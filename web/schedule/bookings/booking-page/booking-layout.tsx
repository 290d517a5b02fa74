import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import clsx from "clsx";
import { type ReactNode, useCallback } from "react";
import { Card } from "../../../ui/display/card.tsx";
import { SlotCalendar } from "../slots/slot-calendar.tsx";
import { noFilter } from "../slots/slot-filter.ts";
import { SlotPicker } from "../slots/slot-picker.tsx";
import type { FilteredSlots } from "../slots/use-filtered-slots.ts";
import type { LaterSlots } from "../slots/use-open-slots.ts";
import type { SlotView } from "./booking-toolbar.tsx";

interface BookingLayoutProps {
  filteredSlots: FilteredSlots;
  /** Null where there is room for both. */
  narrowView: SlotView | null;
  /** Undefined while loading. */
  slots: readonly Slot[] | undefined;
  later: LaterSlots;
  /** Called with the end of the days that the calendar shows. */
  onShowUntil: (instant: Date) => void;
  timeZone: string;
  now: Date;
  onSelectSlot: (slot: Slot) => void;
  onSelectInterview: (id: string) => void;
  confirm: ReactNode;
  timeZoneNote: ReactNode;
  upcoming: ReactNode;
}

/** Slots that get the focus scroll clear of the confirmation, which lies over the end of the list unless it is wide. */
const listClass = clsx(
  "max-md:border-0 max-md:bg-transparent max-md:!p-0 xl:[&_button]:scroll-mt-96 xl:[&_ul]:grid-cols-2",
  "max-xl:[@media(min-height:34rem)]:[&_button]:scroll-mb-64",
);

/**
 * Calendar, list, confirmation and tickets. On narrow screens they form one column, with the confirmation fixed at
 * the bottom; on wide ones the confirmation is beside the calendar and the list below it.
 */
export function BookingLayout(props: BookingLayoutProps) {
  const { filteredSlots, narrowView, slots, timeZone, now, onSelectSlot, onSelectInterview } = props;
  const { setFilter } = filteredSlots;
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
      {narrowView !== "list" && (
        <SlotCalendar
          slotEvents={filteredSlots.slotEvents}
          ownEvents={filteredSlots.ownEvents}
          filter={`${filteredSlots.filter.interviewer?.id ?? ""}${filteredSlots.filter.dayPart ?? ""}`}
          isReady={slots !== undefined}
          isNarrow={narrowView !== null}
          timeZone={timeZone}
          now={now}
          onSelectEvent={select}
          onShowUntil={props.onShowUntil}
        />
      )}
      <div className="contents xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex xl:flex-col xl:gap-4">
        {slots && narrowView !== "calendar" && (
          <Card className={listClass}>
            <h2 className="sr-only">Open slots</h2>
            <SlotPicker
              slotEvents={filteredSlots.slotEvents}
              timeZone={timeZone}
              hasNoMatches={slots.length > 0 && filteredSlots.slotEvents.length === 0}
              later={props.later}
              onShowAll={showAll}
              onSelectEvent={select}
            />
          </Card>
        )}
        {props.confirm}
        {props.timeZoneNote}
      </div>
      {props.upcoming}
    </div>
  );
}
