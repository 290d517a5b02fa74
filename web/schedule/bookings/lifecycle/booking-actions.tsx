import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import { type Booking, cancelBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useState } from "react";
import { callOnce } from "../../../api/call-once.ts";
import { useSite } from "../../../app/site-settings.ts";
import { formatSlotRange } from "../../../format/format-day.ts";
import { fullName } from "../../../format/full-name.ts";
import { useSession } from "../../../session/session.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { useBookingCache } from "../use-booking-cache.ts";
import { BookingActionButton } from "./booking-action-button.tsx";
import { cancellationNoticeOnTicket } from "./booking-text.ts";
import { ReportNoShow } from "./report-no-show.tsx";
import { RescheduleDialog } from "./reschedule-dialog.tsx";
import { UnclearQuestion } from "./unclear-question.tsx";

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
  const [isRescheduleOpen, setRescheduleOpen] = useState(false);
  const runChange = useBookingChange();
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.interviewerId);
  const notice = cancellationNoticeOnTicket(booking, timeZone);
  const isFree = allowedActions.includes("reschedule");
  const when = formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone);
  const hasActions = (["cancel", "reschedule", "report-no-show"] as const).some((action) =>
    allowedActions.includes(action),
  );
  const question = (
    <UnclearQuestion
      booking={booking}
      viewer="interviewee"
      otherName={name}
      timeZone={timeZone}
      runChange={runChange}
      onDone={onDone}
    />
  );
  if (!hasActions) return question;
  return (
    <>
      {question}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-line pt-3">
        <p className="text-sm text-ink-2 tabular">{notice}</p>
        <div className="flex flex-wrap gap-2.5">
          {isFree && (
            <Button variant="quiet" size="sm" onClick={() => setRescheduleOpen(true)}>
              <span>
                Reschedule<span className="sr-only"> the interview with {name}</span>
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
                  const { msg } = await callOnce(cancelBooking, {
                    params: { id },
                    body: { expecting: isFree ? "session-returned" : "session-forfeited" },
                  });
                  return { msg, tone: isFree ? ("good" as const) : ("wait" as const) };
                })
              }
              onDone={onDone}
            >
              <p className="tabular">{when}</p>
              <CancelConsequence isFree={isFree} />
            </BookingActionButton>
          )}
          {allowedActions.includes("report-no-show") && (
            <ReportNoShow
              booking={booking}
              viewer="interviewee"
              otherName={name}
              timeZone={timeZone}
              runChange={runChange}
              onDone={onDone}
            >
              <p>
                Your session is returned at once. If the record says that {name} was there, our team decides.
              </p>
            </ReportNoShow>
          )}
        </div>
        {isRescheduleOpen && (
          <RescheduleDialog
            booking={booking}
            timeZone={timeZone}
            runChange={runChange}
            onClose={() => setRescheduleOpen(false)}
            onDone={(notice) => {
              setRescheduleOpen(false);
              onDone(notice);
            }}
          />
        )}
      </div>
    </>
  );
}

function CancelConsequence({ isFree }: { isFree: boolean }) {
  const { cancelNoticeHours } = useSite();
  return isFree ? (
    <p>Your session is returned at once, and the slot is released.</p>
  ) : (
    <p>
      It starts in less than {countOf(cancelNoticeHours, "hour")}, so{" "}
      <strong>the session is not given back</strong>: it goes to your interviewer, who held the time for you.
    </p>
  );
}

/**
 * Runs a change of a booking and then reloads everything that depends on it, also after a refusal, which means that
 * the data has changed.
 */
function useBookingChange() {
  const bookingCache = useBookingCache();
  const { refreshUser } = useSession();
  return async <Answer,>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change();
    } finally {
      await Promise.all([bookingCache.refresh(), refreshUser()]);
    }
  };
}
