import type { Room } from "@greenroom/contract/meetings.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { presentSince, roomTimes } from "./rules.ts";
import type { selectParties } from "./store.ts";

type Party = Awaited<ReturnType<typeof selectParties>>[number];

/** The interviewee stands first. */
export function presentRoom(
  booking: BookingRecord,
  parties: Party[],
  { viewerId, now }: { viewerId: string; now: Date },
): Room {
  const { opensAt, feedbackAt, wrapUpAt, closesAt } = roomTimes(booking);
  const present = (party: Party): Room["parties"][number] => ({
    _id: party.id,
    firstName: party.firstName,
    lastName: party.lastName,
    role: party.id === booking.intervieweeId ? "interviewee" : "interviewer",
    isYou: party.id === viewerId,
    isPresent: party.lastSeenAt !== null && party.lastSeenAt >= presentSince(now),
  });
  return {
    bookingId: booking.id,
    status: booking.status,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    feedbackAt: feedbackAt.toISOString(),
    wrapUpAt: wrapUpAt.toISOString(),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    now: now.toISOString(),
    parties: parties.map(present).sort((a, b) => a.role.localeCompare(b.role)),
  };
}
