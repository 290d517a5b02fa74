import type { Slot } from "@greenroom/contract/availability.ts";
import { type Booking, rescheduleBooking } from "@greenroom/contract/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { fullName } from "../../accounts/person-name.ts";
import { useSite } from "../../site/site-settings.ts";
import { endOfSlot } from "../booking-events.ts";
import { LoadFailure } from "../components/load-failure.tsx";
import { SlotChoices } from "../components/slot-choices.tsx";
import { SlotFilters } from "../components/slot-filters.tsx";
import { bookableSlots } from "../open-slots.ts";
import { hasFailed, useMyBookings, useOpenSlots } from "../queries.ts";
import { sentences } from "../sentences.ts";
import { noFilter } from "../slot-filter.ts";
import { useSlotChoice } from "../use-slot-choice.ts";
import { noticeBeforeBooking } from "./notice-words.ts";

interface MoveDialogProps {
  booking: Booking;
  timeZone: string;
  change: <Answer>(change: () => Promise<Answer>) => Promise<Answer>;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Another slot for a booking, of the same interviewer or another, chosen as slots are chosen for booking. */
export function MoveDialog({ booking, timeZone, change, onClose, onDone }: MoveDialogProps) {
  const [selected, setSelected] = useState<Slot | null>(null);
  const slots = useOpenSlots();
  const bookings = useMyBookings();
  const now = useNow();
  const { cancelNoticeHours } = useSite();
  // The interview's own time is free for it to move within.
  const others = (bookings.data ?? []).filter(({ _id }) => _id !== booking._id);
  const open = slots.data && bookableSlots(slots.data, others, now);
  const choice = useSlotChoice({
    slots: open ?? [],
    bookings: [],
    selectedId: selected?._id ?? null,
    timeZone,
  });
  const move = useMutation({
    mutationFn: ({ slotTime, interviewerId }: Slot) =>
      change(() =>
        call(rescheduleBooking, {
          params: { id: booking._id },
          body: { startTime: slotTime, interviewerId: interviewerId._id },
        }),
      ),
    onSuccess: ({ msg }) => onDone(msg),
    onError: () => setSelected(null),
  });
  const isHere = open?.some(({ _id }) => _id === selected?._id) ?? false;

  return (
    <Modal
      open
      width="wide"
      title={`Move your interview with ${fullName(booking.interviewerId)}`}
      description={`Now: ${formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}. Moving costs nothing; your old slot is free for others.`}
      onClose={() => !move.isPending && onClose()}
    >
      <div className="grid gap-5">
        <LoadFailure queries={[slots]} message={sentences.loading} />
        {open === undefined && !hasFailed(slots) && <LoadingLines label="Loading open slots…" lines={5} />}
        {open && (
          <>
            <SlotFilters
              filter={choice.filter}
              interviewers={choice.interviewers}
              onChange={choice.setFilter}
            />
            <SlotChoices
              slotEvents={choice.slotEvents}
              timeZone={timeZone}
              filteredAway={open.length > 0 && choice.slotEvents.length === 0}
              onShowAll={() => choice.setFilter(noFilter)}
              onSelectEvent={(id) => setSelected(open.find(({ _id }) => _id === id) ?? null)}
            />
          </>
        )}
        <StatusMessage message={move.error && messageOf(move.error, sentences.booking)} tone="bad" />
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
          <p role="status" className="text-sm text-ink-2 tabular">
            {selected && isHere ? (
              <>
                {`${formatSlotRange(new Date(selected.slotTime), endOfSlot(selected), timeZone)} with ${fullName(selected.interviewerId)}`}
                <span className="block text-ink-3">
                  {noticeBeforeBooking(cancelNoticeHours, new Date(selected.slotTime), now)}
                </span>
              </>
            ) : (
              "Choose a new slot"
            )}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button look="quiet" inactive={move.isPending} onClick={onClose}>
              Keep it as it is
            </Button>
            <Button
              inactive={selected === null || !isHere}
              pending={move.isPending}
              pendingLabel="Moving…"
              onClick={() => selected && move.mutate(selected)}
            >
              Move interview
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  );
}
