import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import type { HostedMeeting, HostedMeetings, HostRefusal, MeetingRequest } from "../../ports/meeting.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { type Allocation, closeHostDay, keepHostedMeeting, releaseAllocation } from "./host-store.ts";
import { removeMeeting } from "./job-definitions.ts";
import { settleMeeting } from "./meeting-store.ts";
import { type TakenSeat, takeSeat } from "./take-seat.ts";

/**
 * Has the provider hold the booking's meeting, with a claim in hand and no transaction around its calls: makes it, or changes
 * it when the booking moved. False when no host has a seat for it. Throws `unavailable` when the provider is away, and
 * `conflict` when the booking changed meanwhile.
 */
export async function holdMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<boolean> {
  // Each host refuses at most once: from then on they are passed over for the day.
  for (let tries = 0; tries <= hosted.hosts.length; tries += 1) {
    const taken = await takeSeat(deps, hosted, booking);
    if (taken === null) return false;
    const answer = await askHost(deps, hosted, booking, taken);
    if ("meetingId" in answer) {
      await settle(deps, hosted, { booking, allocation: taken.allocation, made: answer });
      return true;
    }
    await passOver(deps, hosted, taken.allocation, answer);
  }
  return false;
}

async function askHost(
  deps: Deps,
  hosted: HostedMeetings,
  { startsAt, endsAt }: BookingRecord,
  { allocation, wasAsked }: TakenSeat,
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

interface Held {
  booking: BookingRecord;
  allocation: Allocation;
  made: HostedMeeting;
}

/** What the provider made is kept whatever happened meanwhile; it is the booking's meeting only if that is as it was asked for. */
async function settle(
  deps: Deps,
  hosted: HostedMeetings,
  { booking, allocation: { id, hostId }, made: { meetingId, joinUrl } }: Held,
): Promise<void> {
  const isSettled = await inTransaction(deps.database, async (tx) => {
    const isAsAsked = await isUnchanged(tx, booking);
    const state = await keepHostedMeeting(tx, id, { meetingId, joinUrl });
    if (state === "released") await deps.jobs.send(tx, removeMeeting, { allocationId: id });
    if (state !== "made" || !isAsAsked) return false;
    await settleMeeting(tx, booking.id, { provider: hosted.name, joinUrl });
    return true;
  });
  if (isSettled) return;
  deps.log.info({ bookingId: booking.id, hostId }, "a booking changed while its meeting was made");
  throw hasChanged();
}

/** The booking moved or was cancelled while its meeting was made; whoever changed it has seen to what follows. */
export function hasChanged(): AppError {
  return new AppError("conflict", { msg: "This booking has just changed. Please reload the page." });
}

/** This host holds no more meetings today; another may. */
async function passOver(
  deps: Deps,
  { changesADay }: HostedMeetings,
  { bookingId, hostId }: Allocation,
  { hostRefuses }: HostRefusal,
): Promise<void> {
  deps.log.error({ hostId, reason: hostRefuses }, "a host of meetings is passed over until the next UTC day");
  await inTransaction(deps.database, async (tx) => {
    await closeHostDay(tx, { hostId, now: deps.clock.now(), changesADay });
    const released = await releaseAllocation(tx, bookingId);
    if (released !== null && released.meetingId !== null) {
      await deps.jobs.send(tx, removeMeeting, { allocationId: released.id });
    }
  });
}
