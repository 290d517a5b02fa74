import { type RawBuilder, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { HostAllocations } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { type AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { defineJob } from "../../kernel/jobs.ts";
import type { HostedMeeting, HostedMeetings, HostRefusal } from "../../vendors/meeting/port.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { setMeetingLink } from "./meeting-store.ts";
import { hostAllocationTimes } from "./meeting-times.ts";

/**
 * Makes the provider host the booking's meeting. Requires the lease; no transaction is open during the provider's calls.
 * Returns false if no host has a seat. Throws `unavailable` if the provider is unavailable, and `conflict` if the booking
 * changed meanwhile.
 */
export async function arrangeHostedMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<boolean> {
  let hosts = hosted.hosts;
  for (;;) {
    const allocated = await allocateHost(deps, { ...hosted, hosts }, booking);
    if (allocated === null) return false;
    const { allocation } = allocated;
    const result = await requestMeeting(deps, hosted, booking, allocated);
    if ("meetingId" in result) {
      await saveArrangedMeeting(deps, hosted, booking, allocation, result);
      return true;
    }
    // Another host may hold it: this one has used up its day at the provider, or is unknown there.
    deps.log.error({ hostId: allocation.hostId, reason: result.hostRefuses }, "a host refused a meeting");
    await inTransaction(deps.database, (tx) => releaseHostedMeeting(deps, tx, booking.id));
    hosts = hosts.filter((hostId) => hostId !== allocation.hostId);
  }
}

async function requestMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  { startsAt, endsAt }: BookingRecord,
  { allocation, wasAsked }: AllocatedHost,
): Promise<HostedMeeting | HostRefusal> {
  const { hostId, reference, meetingId, joinUrl } = allocation;
  if (meetingId !== null && joinUrl !== null) return { meetingId, joinUrl };
  if (wasAsked) {
    const made = (await hosted.listMeetings(hostId)).find((meeting) => meeting.reference === reference);
    if (made !== undefined) return made;
  }
  const topic = `${deps.config.business.name} mock interview`;
  return await hosted.create({ hostId, reference, startsAt, endsAt, topic });
}

/**
 * Always stores the meeting that the provider created. It becomes the booking's meeting only if the booking has not
 * changed since the request.
 */
async function saveArrangedMeeting(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
  { id, hostId }: HostAllocation,
  { meetingId, joinUrl }: HostedMeeting,
): Promise<void> {
  const isSettled = await inTransaction(deps.database, async (tx) => {
    const isAsAsked = await isUnchanged(tx, booking);
    const { state } = await tx
      .updateTable("hostAllocations")
      .set({ meetingId, joinUrl, state: sql`case when state = 'taken' then 'made' else state end` })
      .where("id", "=", id)
      .returning("state")
      .executeTakeFirstOrThrow();
    // Released: it is no longer wanted.
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

/** The request to the provider, if one is needed. */
interface AllocatedHost {
  allocation: HostAllocation;
  /** An earlier request got no answer, so the meeting may exist. */
  wasAsked: boolean;
}

/** Allocates a seat for the booking's meeting: its current one, or a free one. Null if no host has a seat. */
async function allocateHost(
  deps: Deps,
  hosted: HostedMeetings,
  booking: BookingRecord,
): Promise<AllocatedHost | null> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    await lockSubjects(tx, [`hosts of ${hosted.name}`]);
    const current = await findActiveAllocation(tx, booking.id);
    if (current !== null && isStillValid(hosted, booking, current))
      return { allocation: current, wasAsked: true };
    await releaseHostedMeeting(deps, tx, booking.id);
    const times = hostAllocationTimes(booking);
    const free = await findFreeHost(tx, hosted, times, now);
    if (free === null) return null;
    // `host_allocations_no_overlap` rejects an insertion without the hosts' lock.
    const allocation = await tx
      .insertInto("hostAllocations")
      .values({
        id: newId(),
        bookingId: booking.id,
        ...free,
        startsAt: times.from,
        endsAt: times.until,
        reference: newId(),
        createdAt: now,
        askedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { allocation, wasAsked: false };
  });
}

function isStillValid(hosted: HostedMeetings, booking: BookingRecord, held: HostAllocation): boolean {
  const { from, until } = hostAllocationTimes(booking);
  const isAtTime = held.startsAt.getTime() === from.getTime() && held.endsAt.getTime() === until.getTime();
  return isAtTime && hosted.hosts.includes(held.hostId);
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
  const seat = await database
    .selectFrom("hostAllocations")
    .select(["state", "meetingId"])
    .where("id", "=", allocationId)
    .executeTakeFirst();
  if (seat?.state !== "released" || seat.meetingId === null) return;
  if (meetings.hosted === null) throw new Error("the meeting's provider is not in use now");
  await meetings.hosted.remove(seat.meetingId);
  await database
    .updateTable("hostAllocations")
    .set({ state: "removed" })
    .where("id", "=", allocationId)
    .where("state", "=", "released")
    .execute();
}

export const removeMeeting = defineJob("meetings.remove", z.object({ allocationId: z.string() }));

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

type HostAllocation = Selectable<HostAllocations>;

const activeStates = ["taken", "made"] as const;

export async function findActiveAllocation(
  database: Database | Tx,
  bookingId: string,
): Promise<HostAllocation | null> {
  const row = await database
    .selectFrom("hostAllocations")
    .selectAll()
    .where("bookingId", "=", bookingId)
    .where("state", "in", activeStates)
    .executeTakeFirst();
  return row ?? null;
}

/** A free seat for a time, from the host with the fewest meetings ahead. The caller holds the hosts' lock. */
async function findFreeHost(
  tx: Tx,
  { hosts, meetingsAtATime }: HostedMeetings,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<{ hostId: string; seat: number } | null> {
  const heldDuring = (during: RawBuilder<unknown>) => sql`held.host_id = host.id
    and held.state in ('taken', 'made') and tstzrange(held.starts_at, held.ends_at) && ${during}`;
  const { rows } = await sql<{ hostId: string; seat: number }>`
    select host.id as host_id, seat
    from unnest(${[...hosts]}::text[]) with ordinality as host (id, place)
    cross join generate_series(1, ${meetingsAtATime}::integer) as seat
    where not exists (select from host_allocations held
      where held.seat = seat.seat and ${heldDuring(sql`tstzrange(${from}, ${until})`)})
    order by (select count(*) from host_allocations held where ${heldDuring(sql`tstzrange(${now}, null)`)}),
      host.place, seat
    limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Releases a booking's seat, if it has one, and returns it, so that a meeting on it can be deleted. */
async function releaseAllocation(tx: Tx, bookingId: string): Promise<HostAllocation | null> {
  const row = await tx
    .updateTable("hostAllocations")
    .set({ state: "released" })
    .where("bookingId", "=", bookingId)
    .where("state", "in", activeStates)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Selects the unwanted meetings among references found at the provider. A meeting that is being created is wanted.
 */
async function selectUnwantedMeetings(
  database: Database,
  found: { reference: string; meetingId: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ meetingId: string }>`
    select found.meeting_id from unnest(${found.map(({ reference }) => reference)}::uuid[],
      ${found.map(({ meetingId }) => meetingId)}::text[]) as found (reference, meeting_id)
    where not exists (select from host_allocations held
      where held.reference = found.reference and held.state in ('taken', 'made')
        and coalesce(held.meeting_id, found.meeting_id) = found.meeting_id)`.execute(database);
  return rows.map(({ meetingId }) => meetingId);
}
