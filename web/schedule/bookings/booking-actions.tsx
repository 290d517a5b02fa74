import { countOf, fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callOnce } from "../../api/calls.ts";
import { errorMessage } from "../../api/client.ts";
import { useSite } from "../../app/page-data.ts";
import { cancellationNoticeBeforeBooking } from "../../format/cancellation.ts";
import { formatSlotRange } from "../../format/times.ts";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { useNow } from "../../ui/hooks.ts";
import { LoadingLines } from "../../ui/loading.tsx";
import { type Notice, StatusMessage, StillSending } from "../../ui/status.tsx";
import { LoadFailure } from "./booking-status.tsx";
import { cancellationNoticeOnTicket } from "./booking-text.ts";
import { bookableSlots, useOpenSlots } from "./open-slots.ts";
import { BookingActionButton, ReportNoShow, UnclearQuestion } from "./outcome-actions.tsx";
import {
  bookingMessages,
  isFailedQuery,
  type RunChange,
  useChange,
  useLostRefusal,
  useMyBookings,
  useRefreshBookings,
} from "./queries.ts";
import { noFilter, slotEnd, useFilteredSlots } from "./slot-filter.ts";
import { SlotFilters, SlotPicker } from "./slot-picker.tsx";

interface BookingActionsProps {
  booking: Booking;
  timeZone: string;
  /** Called with a message about the result; the booking may be gone from the list then. */
  onDone: (notice: Notice) => void;
}

/**
 * The actions that the interviewee can still take on a booking. The policy decides which; the notice names their
 * cost.
 */
export function BookingActions({ booking, timeZone, onDone }: BookingActionsProps) {
  const [isMoveOpen, setMoveOpen] = useState(false);
  const refreshBookings = useRefreshBookings();
  const { refreshUser } = useSession();
  const { cancelNoticeHours } = useSite();
  const runChange = useChange(() => Promise.all([refreshBookings(), refreshUser()]));
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.interviewerId);
  const notice = cancellationNoticeOnTicket(booking, timeZone);
  const isFree = allowedActions.includes("reschedule");
  const when = formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone);
  const hasActions = (["cancel", "reschedule", "report-no-show"] as const).some((action) =>
    allowedActions.includes(action),
  );
  const view = { booking, timeZone, runChange, onDone };
  const question = <UnclearQuestion {...view} />;
  if (!hasActions) return question;
  return (
    <>
      {question}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-line pt-3">
        <p className="text-sm text-ink-2 tabular">{notice}</p>
        <div className="flex flex-wrap gap-2.5">
          {isFree && (
            <Button variant="quiet" size="sm" onClick={() => setMoveOpen(true)}>
              <span>
                Move<span className="sr-only"> the interview with {name}</span>
              </span>
            </Button>
          )}
          {allowedActions.includes("cancel") && (
            <BookingActionButton
              label="Cancel"
              about={`the interview with ${name}`}
              question={`Cancel your interview with ${name}?`}
              confirmLabel="Cancel interview"
              keepLabel="Keep it"
              danger
              run={() =>
                runChange(async () => {
                  const { msg } = await callOnce("POST /api/user/bookings/:id/cancel", {
                    params: { id },
                    body: { expecting: isFree ? "session-returned" : "session-forfeited" },
                  });
                  return { msg, tone: isFree ? ("good" as const) : ("wait" as const) };
                })
              }
              onDone={onDone}
            >
              <p className="tabular">{when}</p>
              {isFree ? (
                <p key="free">Your session is returned at once, and the slot is released.</p>
              ) : (
                <p key="late">
                  It starts in less than {countOf(cancelNoticeHours, "hour")}, so{" "}
                  <strong>the session is not given back</strong>: it goes to your interviewer, who held the
                  time for you.
                </p>
              )}
            </BookingActionButton>
          )}
          {allowedActions.includes("report-no-show") && (
            <ReportNoShow {...view}>
              <p>
                Your session is returned at once. If the record says that {name} was there, our team decides.
              </p>
            </ReportNoShow>
          )}
        </div>
        {isMoveOpen && (
          <MoveDialog
            booking={booking}
            timeZone={timeZone}
            runChange={runChange}
            onClose={() => setMoveOpen(false)}
            onDone={(notice) => {
              setMoveOpen(false);
              onDone(notice);
            }}
          />
        )}
      </div>
    </>
  );
}

interface MoveDialogProps {
  booking: Booking;
  timeZone: string;
  runChange: RunChange;
  onClose: () => void;
  onDone: (notice: Notice) => void;
}

/**
 * Moves a booking to another slot, of the same interviewer or another one, with the slot picker of the booking
 * page.
 */
function MoveDialog({ booking, timeZone, runChange, onClose, onDone }: MoveDialogProps) {
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
  const move = useMutation({
    mutationFn: ({ slotTime, interviewerId }: Slot) =>
      runChange(() =>
        callOnce(
          "POST /api/user/bookings/:id/reschedule",
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
      onClose={() => !move.isPending && close()}
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
        <StatusMessage message={move.error && errorMessage(move.error, bookingMessages.booking)} tone="bad" />
        <StillSending pending={move.isPending} />
        <div className="sticky -bottom-6 -mx-6 -mb-6 mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
          <p role="status" className="text-sm text-ink-2 tabular">
            {selected && isStillOpen ? (
              <>
                <span>
                  {`${formatSlotRange(new Date(selected.slotTime), slotEnd(selected), timeZone)} with ${fullName(selected.interviewerId)}`}
                </span>
                <span className="block text-ink-3">
                  {cancellationNoticeBeforeBooking(cancelNoticeHours, new Date(selected.slotTime), now)}
                </span>
              </>
            ) : (
              "Choose a new slot"
            )}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button variant="quiet" inactive={move.isPending} onClick={close}>
              Keep it as it is
            </Button>
            <Button
              inactive={selected === null || !isStillOpen}
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
