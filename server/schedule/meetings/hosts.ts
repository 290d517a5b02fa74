import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import type {
  HostedMeeting,
  HostedMeetings,
  HostRefusal,
  MeetingRequest,
} from "../../vendors/meeting/port.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { exhaustHostDay, type HostAllocation, releaseAllocation, setHostedMeeting } from "./host-store.ts";
import { type AllocatedHost, allocateHost } from "./hosts/allocate-host.ts";
import { removeMeeting } from "./job-definitions.ts";
import { setMeetingLink } from "./meeting-store.ts";

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
  return new AppError("conflict", { msg: "This booking has just changed. Please reload the page." });
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
    const released = await releaseAllocation(tx, bookingId);
    if (released !== null && released.meetingId !== null) {
      await deps.jobs.enqueue(tx, removeMeeting, { allocationId: released.id });
    }
  });
}
