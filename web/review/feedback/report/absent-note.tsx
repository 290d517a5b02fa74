import { getRoomRecord, type RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { useSite } from "../../../app/site-settings.ts";
import { isRecordKept } from "../../../room/record/record-kept.ts";
import { isExternalMeeting } from "../../../schedule/meetings/meeting-link.ts";

interface AbsentNoteProps {
  booking: InterviewerBooking;
  /** Reports a no-show; null if that is not possible. */
  noShowAction: ReactNode;
}

/**
 * Tells a mentor who is about to score that the interviewee did not enter the room. They can still send the form. An
 * interviewee who rated the interview was there.
 */
export function AbsentNote({ booking, noShowAction }: AbsentNoteProps) {
  const { _id: bookingId, userId } = booking;
  const { recordDays } = useSite();
  const { data: record } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const mayTell = booking.intervieweeFeedback === null && !isExternalMeeting(booking);
  if (!mayTell || record === undefined || !isRecordKept(record, recordDays)) return null;
  if (hasJoined(record, userId._id)) return null;
  return (
    <div className="mb-5 grid justify-items-start gap-3 rounded-sm border border-accent-line bg-accent-tint px-4 py-3">
      <p>
        {userId.firstName} did not enter the room.
        {noShowAction !== null && " If nobody came, report a no-show instead."}
      </p>
      {noShowAction}
    </div>
  );
}

function hasJoined({ items }: Pick<RoomRecord, "items">, personId: string): boolean {
  return items.some((item) => item.kind === "joined" && item.personId === personId);
}
