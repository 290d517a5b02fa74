import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { ReactNode } from "react";
import { formatDay } from "../../../format/format-day.ts";
import { formatTimeRange } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { ViewResumeButton } from "../../../people/resumes/candidate/view-resume-button.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { BreakableAddress } from "../../../ui/display/breakable-address.tsx";
import { DescriptionList } from "../../../ui/display/description-list.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { BookingStatusPill } from "../../bookings/booking-status-pill.tsx";
import { GoalList } from "../../goals/goal-list.tsx";
import { JoinMeeting } from "../../meetings/join-meeting.tsx";
import { SlotInterviewActions } from "./slot-interview-actions.tsx";

interface SlotDetailsProps {
  slot: Availability;
  timeZone: string;
  now: Date;
  onDelete: () => void;
  /** Called with the result of an action on the slot's interview. */
  onInterviewChanged: (notice: Notice) => void;
}

/** The details of one slot, with its actions. */
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
          <a href={`mailto:${booking.userId.email}`} className="link">
            <BreakableAddress>{booking.userId.email}</BreakableAddress>
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
            asInterviewer
          />
          {booking.zoomLink && (
            <p className="text-sm text-ink-3">
              <BreakableAddress>{booking.zoomLink}</BreakableAddress>
            </p>
          )}
          <SlotInterviewActions bookingId={booking._id} timeZone={timeZone} onDone={onInterviewChanged} />
        </div>
      )}
      {booking?.goal && (
        <section aria-label="What they want from this interview" className="grid gap-3">
          <h3 className="text-lg">Their goal</h3>
          <GoalList goal={booking.goal} />
        </section>
      )}
      {booking && slot.allowedActions.includes("view-resume") && (
        <ViewResumeButton
          userId={booking.userId._id}
          name={fullName(booking.userId)}
          goal={booking.goal}
          wide
        />
      )}
      {slot.allowedActions.includes("delete") && (
        <Button variant="danger" wide onClick={onDelete}>
          Delete Slot
        </Button>
      )}
      <p className="text-sm text-ink-3">Times in {timeZoneLabel(timeZone, startsAt)}</p>
    </div>
  );
}

function SlotStatus({ slot, isPast }: { slot: Availability; isPast: boolean }) {
  if (slot.booking) {
    return (
      <p>
        <BookingStatusPill status={slot.booking.status} />
      </p>
    );
  }
  return <p>{isPast ? <Pill>Nobody has booked it</Pill> : <Pill status="ready">Available</Pill>}</p>;
}
