import { z } from "zod";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineJob } from "../../kernel/jobs.ts";
import type {
  HostedMeeting,
  HostedMeetings,
  HostRefusal,
  MeetingRequest,
} from "../../vendors/meeting/port.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import {
  countHostChange,
  exhaustHostDay,
  findActiveAllocation,
  findAllocation,
  findFreeHost,
  type HostAllocation,
  insertAllocation,
  markRemoved,
  markRequested,
  releaseAllocation,
  selectUnwantedMeetings,
  setHostedMeeting,
} from "./host-store.ts";
import { setMeetingLink } from "./meeting-store.ts";
import { hostAllocationTimes } from "./meeting-times.ts";

/**
 * Makes the provider host the booking's meeting: creates it, or changes it if the booking moved. Requires the
 * lease; no transaction is open during the provider's calls. Returns false if no host has a seat. Throws
 * `unavailable` if the provider is unavailable, and `conflict` if the booking changed meanwhile.
 */
export async function arrangeHostedMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<boolean> {
  // Each host can refuse at most once, because it is then excluded for the day.
  for (let tries = 0; tries <= hosted.hosts.length; tries += 1) {
    const allocated = await allocateHost(deps, hosted, booking);
    if (allocated === null) return false;
    const result = await requestMeeting(deps, hosted, booking, allocated);
    if ("meetingId" in result) {
      await saveArrangedMeeting(deps, hosted, { booking, allocation: allocated.allocation, meeting: result });
      return true;
    }
    await excludeHostToday(deps, hosted, allocated.allocation, result);
  }
  return false;
}

async function requestMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  { startsAt, endsAt }: BookingRecord,
  { allocation, wasAsked }: AllocatedHost,
): Promise<HostedMeeting | HostRefusal> {
  const { state, hostId, reference, meetingId, joinUrl } = allocation;
  const topic = `${deps.config.business.name} mock interview`;
  const request: MeetingRequest = { hostId, reference, startsAt, endsAt, topic };
  if (meetingId !== null && joinUrl !== null) {
    if (state === "made") return { meetingId, joinUrl };
    const moved = await hosted.move(meetingId, request);
    if (moved === "moved") return { meetingId, joinUrl };
    if (moved !== "gone") return moved;
  } else if (wasAsked) {
    const made = (await hosted.listMeetings(hostId)).find((meeting) => meeting.reference === reference);
    if (made !== undefined) return made;
  }
  return await hosted.create(request);
}

interface ArrangedMeeting {
  booking: BookingRecord;
  allocation: HostAllocation;
  meeting: HostedMeeting;
}

/**
 * Always stores the meeting that the provider created. It becomes the booking's meeting only if the booking has not
 * changed since the request.
 */
async function saveArrangedMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  { booking, allocation: { id, hostId }, meeting: { meetingId, joinUrl } }: ArrangedMeeting,
): Promise<void> {
  const isSettled = await inTransaction(deps.database, async (tx) => {
    const isAsAsked = await isUnchanged(tx, booking);
    const state = await setHostedMeeting(tx, id, { meetingId, joinUrl });
    if (state === "released") await deps.jobs.enqueue(tx, removeMeeting, { allocationId: id });
    if (state !== "made" || !isAsAsked) return false;
    await setMeetingLink(tx, booking.id, { provider: hosted.name, joinUrl });
    return true;
  });
  if (isSettled) return;
  deps.log.info({ bookingId: booking.id, hostId }, "a booking changed while its meeting was being created");
  throw bookingChangedError();
}

/**
 * The booking moved or was canceled while its meeting was being created. The operation that changed it handles the
 * rest.
 */
export function bookingChangedError(): AppError {
  return conflict("This booking has just changed. Please reload the page.");
}

/** Excludes a host that cannot hold more meetings today, so that another is tried. */
async function excludeHostToday(
  deps: Deps,
  { changesADay }: HostedMeetings,
  { bookingId, hostId }: HostAllocation,
  { hostRefuses }: HostRefusal,
): Promise<void> {
  deps.log.error({ hostId, reason: hostRefuses }, "a meeting host is excluded until the next UTC day");
  await inTransaction(deps.database, async (tx) => {
    await exhaustHostDay(tx, { hostId, now: deps.clock.now(), changesADay });
    await releaseHostedMeeting(deps, tx, bookingId);
  });
}

/** The request to the provider, if one is needed. */
interface AllocatedHost {
  allocation: HostAllocation;
  /** An earlier request got no answer, so the meeting may exist. */
  wasAsked: boolean;
}

/**
 * Allocates a seat for the booking's meeting: its current one, or for a new time preferably one of the same host,
 * so that the meeting stays the same. Counts the request against the host's day before the provider is called. Null
 * if no host has a seat.
 */
async function allocateHost(
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

/**
 * Releases the host's seat of a booking, and has its meeting deleted at the provider. Does nothing for our own
 * room.
 */
export async function releaseHostedMeeting(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  const released = await releaseAllocation(tx, bookingId);
  // A meeting that is being created has no id yet. Its creator finds the seat released, or the sweep deletes the
  // meeting.
  if (released === null || released.meetingId === null) return;
  await deps.jobs.enqueue(tx, removeMeeting, { allocationId: released.id });
}

/** Deletes the meeting of a released seat at the provider. Rejects with `unavailable`; then the job is retried. */
export async function removeReleasedMeeting(
  { database, meetings }: Deps,
  { allocationId }: { allocationId: string },
): Promise<void> {
  const released = await findAllocation(database, allocationId);
  if (released === null || released.state !== "released" || released.meetingId === null) return;
  if (meetings.hosted === null) throw new Error("the meeting's provider is not in use now");
  await meetings.hosted.remove(released.meetingId);
  await markRemoved(database, allocationId);
}

/** Deletes the meeting of a released seat. */
export const removeMeeting = defineJob({
  name: "meetings.remove",
  payload: z.object({ allocationId: z.string() }),
});

/**
 * Deletes unwanted meetings of ours at the provider: those of servers that died before they could store them, and
 * those of bookings that moved or were canceled meanwhile. An unavailable host does not delay the others.
 */
export async function sweepMeetings({ database, meetings, log }: Deps): Promise<number> {
  const { hosted } = meetings;
  if (hosted === null) return 0;
  const sweep = async (hostId: string) => {
    // Listed first, because every meeting in the list was recorded as requested before it was created.
    const found = await hosted.listMeetings(hostId);
    const unwanted = await selectUnwantedMeetings(database, found);
    for (const meetingId of unwanted) await hosted.remove(meetingId);
    if (unwanted.length > 0) log.warn({ hostId, count: unwanted.length }, "deleted unwanted meetings");
    return unwanted.length;
  };
  const ends = await Promise.allSettled(hosted.hosts.map(sweep));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined)
    throw new Error("unwanted meetings of a host could not be deleted", { cause: failed.reason });
  return ends.reduce((sum, end) => sum + (end.status === "fulfilled" ? end.value : 0), 0);
}
