import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { type Booking, rescheduleBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callOnce } from "../../../api/call-once.ts";
import { errorMessage } from "../../../api/errors.ts";
import { useSite } from "../../../app/site-settings.ts";
import { formatSlotRange } from "../../../format/format-day.ts";
import { fullName } from "../../../format/full-name.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { type Notice, StatusMessage } from "../../../ui/status/status-message.tsx";
import { StillSending } from "../../../ui/status/still-sending.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { bookingMessages } from "../messages.ts";
import { isFailedQuery, useMyBookings } from "../queries.ts";
import { bookableSlots } from "../slots/bookable-slots.ts";
import { slotEnd } from "../slots/calendar-events.ts";
import { noFilter } from "../slots/slot-filter.ts";
import { SlotFilters } from "../slots/slot-filters.tsx";
import { SlotPicker } from "../slots/slot-picker.tsx";
import { useFilteredSlots } from "../slots/use-filtered-slots.ts";
import { useOpenSlots } from "../slots/use-open-slots.ts";
import { cancellationNoticeBeforeBooking } from "./booking-text.ts";
import { useLostRefusal } from "./use-lost-refusal.ts";

interface RescheduleDialogProps {
  booking: Booking;
  timeZone: string;
  runChange: <Answer>(change: () => Promise<Answer>) => Promise<Answer>;
  onClose: () => void;
  onDone: (notice: Notice) => void;
}

/**
 * Moves a booking to another slot, of the same interviewer or another one, with the slot picker of the booking
 * page.
 */
export function RescheduleDialog({ booking, timeZone, runChange, onClose, onDone }: RescheduleDialogProps) {
  const [selected, setSelected] = useState<Slot | null>(null);
  const { query: slots, later } = useOpenSlots(null);
  const bookings = useMyBookings();
  const now = useNow();
  const { cancelNoticeHours } = useSite();
  // The interview may move to a slot that overlaps its own time.
  const others = (bookings.data ?? []).filter(({ _id }) => _id !== booking._id);
  const openSlots = slots.data && bookableSlots(slots.data, others, now);
  // The URL contains the page's own filter.
  const filterState = useState(noFilter);
  const filteredSlots = useFilteredSlots({
    filterState,
    slots: openSlots ?? [],
    bookings: [],
    selectedId: selected?._id ?? null,
    timeZone,
  });
  const refusal = useLostRefusal(onDone);
  const close = () => {
    refusal.clear();
    onClose();
  };
  const reschedule = useMutation({
    mutationFn: ({ slotTime, interviewerId }: Slot) =>
      runChange(() =>
        callOnce(
          rescheduleBooking,
          {
            params: { id: booking._id },
            body: { startTime: slotTime, interviewerId: interviewerId._id },
          },
          [booking.startTime, booking.interviewerId._id],
        ),
      ),
    onMutate: refusal.clear,
    onSuccess: ({ msg }) => onDone({ message: msg, tone: "good" }),
    onError(error) {
      refusal.record(error);
      setSelected(null);
    },
  });
  const isStillOpen = openSlots?.some(({ _id }) => _id === selected?._id) ?? false;

  return (
    <Modal
      open
      width="wide"
      tall
      title={`Move your interview with ${fullName(booking.interviewerId)}`}
      description={`Now: ${formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}. Moving is free; your old slot will be released.`}
      onClose={() => !reschedule.isPending && close()}
    >
      <div className="flex grow flex-col gap-5">
        <LoadFailure queries={[slots]} message={bookingMessages.loading} />
        {openSlots === undefined && !isFailedQuery(slots) && (
          <LoadingLines label="Loading open slots…" lines={5} />
        )}
        {openSlots && (
          <>
            <div>
              <SlotFilters
                filter={filteredSlots.filter}
                interviewers={filteredSlots.interviewers}
                onChange={filteredSlots.setFilter}
              />
            </div>
            <SlotPicker
              slotEvents={filteredSlots.slotEvents}
              timeZone={timeZone}
              hasNoMatches={openSlots.length > 0 && filteredSlots.slotEvents.length === 0}
              later={later}
              onShowAll={() => filteredSlots.setFilter(noFilter)}
              onSelectEvent={(id) => setSelected(openSlots.find(({ _id }) => _id === id) ?? null)}
            />
          </>
        )}
        <StatusMessage
          message={reschedule.error && errorMessage(reschedule.error, bookingMessages.booking)}
          tone="bad"
        />
        <StillSending pending={reschedule.isPending} />
        <div className="sticky -bottom-6 -mx-6 -mb-6 mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
          <p role="status" className="text-sm text-ink-2 tabular">
            {selected && isStillOpen ? (
              <>
                {`${formatSlotRange(new Date(selected.slotTime), slotEnd(selected), timeZone)} with ${fullName(selected.interviewerId)}`}
                <span className="block text-ink-3">
                  {cancellationNoticeBeforeBooking(cancelNoticeHours, new Date(selected.slotTime), now)}
                </span>
              </>
            ) : (
              "Choose a new slot"
            )}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="quiet" inactive={reschedule.isPending} onClick={close}>
              Keep it as it is
            </Button>
            <Button
              inactive={selected === null || !isStillOpen}
              pending={reschedule.isPending}
              pendingLabel="Moving…"
              onClick={() => selected && reschedule.mutate(selected)}
            >
              Move interview
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  );
}
