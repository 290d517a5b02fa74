import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { formatDay, formatTimeRange } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { BreakableAddress, DescriptionList, Pill } from "../../ui/content.tsx";
import { Drawer } from "../../ui/dialogs.tsx";
import { useMediaQuery } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { BookingStatusPill, ProposedMoveNote } from "../bookings/booking-status.tsx";
import { InterviewActions } from "../bookings/interview-actions.tsx";
import { ViewResumeButton } from "../candidate-resume.tsx";
import { GoalList } from "../goals/goal-list.tsx";
import { JoinMeeting } from "../join-meeting.tsx";
import { useUpcomingInterviews } from "./queries.ts";

interface DetailsPanelProps {
  title: string;
  /** Identifies what is shown. When it changes, the panel takes the focus again. */
  shownId: string;
  /** True when there is room for a column beside the calendar. */
  isBesideCalendar: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A column beside the calendar on wide screens, a drawer on narrow ones. */
export function DetailsPanel({ title, shownId, isBesideCalendar, onClose, children }: DetailsPanelProps) {
  const isTablet = useMediaQuery("(min-width: 48rem)");
  if (!isBesideCalendar) {
    return (
      <Drawer open title={title} side={isTablet ? "right" : "bottom"} onClose={onClose}>
        {children}
      </Drawer>
    );
  }
  return (
    <SidePanel key={shownId} title={title} onClose={onClose}>
      {children}
    </SidePanel>
  );
}

type SidePanelProps = Pick<DetailsPanelProps, "title" | "onClose" | "children">;

function SidePanel({ title, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // The focus was lost with the panel. It returns to the slot that opened the panel, if that is still drawn.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <Card
      role="region"
      aria-label={title}
      className="animate-rise"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        <Button variant="ghost" size="sm" flush onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </Card>
  );
}

interface SlotDetailsProps {
  slot: Availability;
  timeZone: string;
  now: Date;
  onDelete: () => void;
  /** Called with the result of an action on the slot's interview. */
  onInterviewChanged: (notice: Notice) => void;
}

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
      <p>
        {booking ? (
          <BookingStatusPill status={booking.status} />
        ) : startsAt <= now ? (
          <Pill>Nobody has booked it</Pill>
        ) : (
          <Pill status="ready">Available</Pill>
        )}
      </p>
      <DescriptionList items={items} />
      {booking?.status === "pending" && (
        <div className="grid gap-3">
          <JoinMeeting booking={{ ...booking, startTime: slot.slotTime }} />
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

interface SlotInterviewActionsProps {
  bookingId: string;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/**
 * The actions on the interview in a booked slot, and another time that we propose for it. The list of interviews names
 * both.
 */
export function SlotInterviewActions({ bookingId, timeZone, onDone }: SlotInterviewActionsProps) {
  const upcoming = useUpcomingInterviews();
  const booking = upcoming.data?.find(({ _id }) => _id === bookingId);
  if (booking === undefined) return null;
  return (
    <>
      <ProposedMoveNote booking={booking} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </>
  );
}
