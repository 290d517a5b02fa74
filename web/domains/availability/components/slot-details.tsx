import type { Availability } from "@greenroom/contract/availability.ts";
import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { formatDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { BookingStatusPill } from "../../bookings/components/booking-status-pill.tsx";
import { JoinMeeting } from "../../bookings/components/join-meeting.tsx";
import { ViewResume } from "../../resumes/candidate/view-resume.tsx";
import { SlotInterviewActions } from "./slot-interview-actions.tsx";

interface SlotDetailsProps {
  slot: Availability;
  timeZone: string;
  now: Date;
  onDelete: () => void;
  /** Called with what became of the interview in it. */
  onInterviewChanged: (message: string) => void;
}

/** What there is to know of one slot, and to do with it. */
export function SlotDetails({ slot, timeZone, now, onDelete, onInterviewChanged }: SlotDetailsProps) {
  const { booking } = slot;
  const startsAt = new Date(slot.slotTime);
  const endsAt = new Date(slot.endTime);
  const items: { term: string; detail: ReactNode }[] = [
    { term: "Day", detail: formatDay(startsAt, timeZone) },
    { term: "Time", detail: formatTimeRange(startsAt, endsAt, timeZone) },
  ];
  if (booking) {
    items.push(
      { term: "With", detail: fullName(booking.userId) },
      {
        term: "Email",
        detail: (
          <a href={`mailto:${booking.userId.email}`} className="link break-all">
            {booking.userId.email}
          </a>
        ),
      },
    );
  }
  return (
    <div className="grid gap-5">
      <SlotStatus slot={slot} isPast={startsAt <= now} />
      <DescriptionList items={items} />
      {booking?.status === "pending" && (
        <div className="grid gap-3">
          <JoinMeeting
            bookingId={booking._id}
            startTime={slot.slotTime}
            zoomLink={booking.zoomLink}
            withName={fullName(booking.userId)}
            asHost
          />
          {booking.zoomLink && <p className="break-all text-sm text-ink-3">{booking.zoomLink}</p>}
          <SlotInterviewActions bookingId={booking._id} timeZone={timeZone} onDone={onInterviewChanged} />
        </div>
      )}
      {booking && slot.allowedActions.includes("view-resume") && (
        <ViewResume userId={booking.userId._id} name={fullName(booking.userId)} wide />
      )}
      {slot.allowedActions.includes("delete") && (
        <Button look="danger" wide onClick={onDelete}>
          Delete Slot
        </Button>
      )}
      <p className="text-sm text-ink-3">Times in {timeZone}</p>
    </div>
  );
}

function SlotStatus({ slot, isPast }: { slot: Availability; isPast: boolean }) {
  if (slot.booking) {
    return (
      <p>
        <BookingStatusPill status={slot.booking.status as BookingStatus} />
      </p>
    );
  }
  return <p>{isPast ? <Pill>Nobody booked it</Pill> : <Pill status="ready">Available</Pill>}</p>;
}
