import type { Room } from "@greenroom/contract/room/room.ts";
import type { BookingRecord } from "../schedule/bookings/rules.ts";
import { roomTimes } from "../schedule/meetings/meeting-times.ts";
import { presenceCutoff } from "./rules.ts";
import type { selectParties } from "./store.ts";

type PartyRow = Awaited<ReturnType<typeof selectParties>>[number];

interface RoomView {
  viewerId: string;
  now: Date;
  isUnclear: boolean;
  transcript: Room["transcript"];
}

/** Lists the interviewee first. */
export function presentRoom(
  booking: BookingRecord,
  parties: PartyRow[],
  { viewerId, now, isUnclear, transcript }: RoomView,
): Room {
  const { opensAt, feedbackAt, wrapUpAt, closesAt } = roomTimes(booking);
  const presentParty = (party: PartyRow): Room["parties"][number] => ({
    _id: party.id,
    firstName: party.firstName,
    lastName: party.lastName,
    role: party.id === booking.intervieweeId ? "interviewee" : "interviewer",
    isYou: party.id === viewerId,
    isPresent: party.lastSeenAt !== null && party.lastSeenAt >= presenceCutoff(now),
  });
  return {
    bookingId: booking.id,
    status: booking.status,
    isUnclear,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    feedbackAt: feedbackAt.toISOString(),
    wrapUpAt: wrapUpAt.toISOString(),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    now: now.toISOString(),
    // The goal was checked against its schema before it was stored.
    goal: (parties[0]?.goal ?? null) as Room["goal"],
    transcript,
    parties: parties.map(presentParty).sort((a, b) => a.role.localeCompare(b.role)),
  };
}
