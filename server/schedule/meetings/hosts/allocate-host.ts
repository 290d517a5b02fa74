import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { newId } from "../../../kernel/ids.ts";
import type { HostedMeetings } from "../../../vendors/meeting/port.ts";
import type { BookingRecord } from "../../bookings/rules.ts";
import {
  countHostChange,
  findActiveAllocation,
  findFreeHost,
  type HostAllocation,
  insertAllocation,
  markRemoved,
  markRequested,
  releaseAllocation,
} from "../host-store.ts";
import { removeMeeting } from "../job-definitions.ts";
import { hostAllocationTimes } from "../meeting-times.ts";

/** The request to the provider, if one is needed. */
export interface AllocatedHost {
  allocation: HostAllocation;
  /** An earlier request got no answer, so the meeting may exist. */
  wasAsked: boolean;
}

/**
 * Allocates a seat for the booking's meeting: its current one, or for a new time preferably one of the same host,
 * so that the meeting stays the same. Counts the request against the host's day before the provider is called. Null
 * if no host has a seat.
 */
export async function allocateHost(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<AllocatedHost | null> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const { changesADay } = hosted;
    await lockSubjects(tx, [`hosts of ${hosted.name}`]);
    const current = await findActiveAllocation(tx, booking.id);
    if (current !== null && isStillValid(hosted, booking, current)) {
      if (current.state === "made") return { allocation: current, wasAsked: true };
      if (await countHostChange(tx, { hostId: current.hostId, now, changesADay })) {
        await markRequested(tx, current.id, now);
        return { allocation: current, wasAsked: current.askedAt !== null };
      }
    }
    if (current !== null) await releaseAllocation(tx, booking.id);
    const { from, until } = hostAllocationTimes(booking);
    const free = await findFreeHost(tx, {
      hosts: hosted.hosts,
      seats: hosted.meetingsAtATime,
      from,
      until,
      changesADay,
      now,
      preferred: current?.meetingId === null ? null : (current?.hostId ?? null),
    });
    const keepsMeeting = current !== null && current.meetingId !== null && current.hostId === free?.hostId;
    if (current !== null) await releaseFormerAllocation(deps, tx, current, keepsMeeting);
    if (free === null) return null;
    const allocation = await insertAllocation(tx, {
      bookingId: booking.id,
      ...free,
      startsAt: from,
      endsAt: until,
      reference: keepsMeeting ? current.reference : newId(),
      meetingId: keepsMeeting ? current.meetingId : null,
      joinUrl: keepsMeeting ? current.joinUrl : null,
      createdAt: now,
    });
    await countHostChange(tx, { hostId: free.hostId, now, changesADay });
    await markRequested(tx, allocation.id, now);
    return { allocation, wasAsked: false };
  });
}

function isStillValid(hosted: HostedMeetings, booking: BookingRecord, held: HostAllocation): boolean {
  const { from, until } = hostAllocationTimes(booking);
  const isAtTime = held.startsAt.getTime() === from.getTime() && held.endsAt.getTime() === until.getTime();
  return isAtTime && hosted.hosts.includes(held.hostId);
}

/** Moves the meeting of the former seat to the new one, or has it deleted. */
async function releaseFormerAllocation(
  deps: Deps,
  tx: Tx,
  { id, meetingId }: HostAllocation,
  keepsMeeting: boolean,
): Promise<void> {
  if (keepsMeeting) await markRemoved(tx, id);
  else if (meetingId !== null) await deps.jobs.enqueue(tx, removeMeeting, { allocationId: id });
}
