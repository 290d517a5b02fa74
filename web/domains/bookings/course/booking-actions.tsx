import { type Booking, cancelBooking } from "@greenroom/contract/bookings.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/button.tsx";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { fullName } from "../../accounts/person-name.ts";
import { useSession } from "../../accounts/session.tsx";
import { useSite } from "../../site/site-settings.ts";
import { useBookingLists } from "../use-booking-lists.ts";
import { ActionButton } from "./action-button.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { noticeOnTicket } from "./notice-words.ts";
import { ReportNoShow } from "./report-no-show.tsx";

interface BookingActionsProps {
  booking: Booking;
  timeZone: string;
  /** What there is to say once it is done; the booking may be gone from the list by then. */
  onDone: (message: string) => void;
}

/** What its interviewee can still do about a booking: the policy says what, the notice says at what cost. */
export function BookingActions({ booking, timeZone, onDone }: BookingActionsProps) {
  const [isMoving, setMoving] = useState(false);
  const changing = useChanging();
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.interviewerId);
  const notice = noticeOnTicket(booking, timeZone);
  const isFree = allowedActions.includes("reschedule");
  const when = formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone);
  if (
    !["cancel", "reschedule", "report-no-show"].some((action) => allowedActions.includes(action as "cancel"))
  )
    return null;

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-line pt-3">
      <p className="text-sm text-ink-2 tabular">{notice}</p>
      <div className="flex flex-wrap gap-2.5">
        {isFree && (
          <Button look="quiet" size="sm" onClick={() => setMoving(true)}>
            <span>
              Reschedule<span className="sr-only"> the interview with {name}</span>
            </span>
          </Button>
        )}
        {allowedActions.includes("cancel") && (
          <ActionButton
            label="Cancel"
            about={`the interview with ${name}`}
            question={`Cancel your interview with ${name}?`}
            confirmLabel="Cancel interview"
            keepLabel="Keep it"
            danger
            run={() =>
              changing(() =>
                call(cancelBooking, {
                  params: { id },
                  body: { expecting: isFree ? "session-returned" : "session-forfeited" },
                }),
              )
            }
            onDone={onDone}
          >
            <p className="tabular">{when}</p>
            <CancelConsequence isFree={isFree} />
          </ActionButton>
        )}
        {allowedActions.includes("report-no-show") && (
          <ReportNoShow
            booking={booking}
            viewer="interviewee"
            otherName={name}
            timeZone={timeZone}
            change={changing}
            onDone={onDone}
          >
            <p>
              Your session comes back at once. If the record says that {name} was there, a person of ours
              decides.
            </p>
          </ReportNoShow>
        )}
      </div>
      {isMoving && (
        <MoveDialog
          booking={booking}
          timeZone={timeZone}
          change={changing}
          onClose={() => setMoving(false)}
          onDone={(message) => {
            setMoving(false);
            onDone(message);
          }}
        />
      )}
    </div>
  );
}

function CancelConsequence({ isFree }: { isFree: boolean }) {
  const { cancelNoticeHours } = useSite();
  return isFree ? (
    <p>Your session comes back at once, and the slot is free for others.</p>
  ) : (
    <p>
      It starts in less than {cancelNoticeHours} hours, so <strong>the session is not given back</strong>: it
      pays your interviewer, who has kept the time for you.
    </p>
  );
}

/** Runs a change of a booking and has everything read anew that hangs on it, also when it was refused: then the world has moved. */
function useChanging() {
  const lists = useBookingLists();
  const { refreshUser } = useSession();
  return async <Answer,>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change();
    } finally {
      await Promise.all([lists.refresh(), refreshUser()]);
    }
  };
}
