import type { Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { HostedMeetings } from "../../ports/meeting.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import {
  type Allocation,
  countChange,
  findFreeSeat,
  findLiveAllocation,
  insertAllocation,
  markAsked,
  markRemoved,
  releaseAllocation,
} from "./host-store.ts";
import { removeMeeting } from "./job-definitions.ts";
import { hostTimes } from "./rules.ts";

/** What the provider is to be asked for, if anything. */
export interface TakenSeat {
  allocation: Allocation;
  /** It was asked before and never answered us: the meeting may be there. */
  wasAsked: boolean;
}

/**
 * A seat for the booking's meeting: the one that it has, or for a new time one of the same host if possible, so that the
 * meeting stays the same. A host's day is counted before the provider is asked. Null when no host has a seat.
 */
export async function takeSeat(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<TakenSeat | null> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const { changesADay } = hosted;
    await lockSubjects(tx, [`hosts of ${hosted.name}`]);
    const held = await findLiveAllocation(tx, booking.id);
    if (held !== null && isStillRight(hosted, booking, held)) {
      if (held.state === "made") return { allocation: held, wasAsked: true };
      if (await countChange(tx, { hostId: held.hostId, now, changesADay })) {
        await markAsked(tx, held.id, now);
        return { allocation: held, wasAsked: held.askedAt !== null };
      }
    }
    if (held !== null) await releaseAllocation(tx, booking.id);
    const { from, until } = hostTimes(booking);
    const free = await findFreeSeat(tx, {
      hosts: hosted.hosts,
      seats: hosted.meetingsAtATime,
      from,
      until,
      changesADay,
      now,
      preferred: held?.meetingId === null ? null : (held?.hostId ?? null),
    });
    const takesAlong = held !== null && held.meetingId !== null && held.hostId === free?.hostId;
    if (held !== null) await leave(deps, tx, held, takesAlong);
    if (free === null) return null;
    const allocation = await insertAllocation(tx, {
      bookingId: booking.id,
      ...free,
      startsAt: from,
      endsAt: until,
      reference: takesAlong ? held.reference : newId(),
      meetingId: takesAlong ? held.meetingId : null,
      joinUrl: takesAlong ? held.joinUrl : null,
      createdAt: now,
    });
    await countChange(tx, { hostId: free.hostId, now, changesADay });
    await markAsked(tx, allocation.id, now);
    return { allocation, wasAsked: false };
  });
}

function isStillRight(hosted: HostedMeetings, booking: BookingRecord, held: Allocation): boolean {
  const { from, until } = hostTimes(booking);
  const isAtTime = held.startsAt.getTime() === from.getTime() && held.endsAt.getTime() === until.getTime();
  return isAtTime && hosted.hosts.includes(held.hostId);
}

/** A seat that was left: its meeting goes along to the new one, or is deleted. */
async function leave(deps: Deps, tx: Tx, { id, meetingId }: Allocation, takesAlong: boolean): Promise<void> {
  if (takesAlong) await markRemoved(tx, id);
  else if (meetingId !== null) await deps.jobs.send(tx, removeMeeting, { allocationId: id });
}
