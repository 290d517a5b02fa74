import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";

/* Queries about which booking's meeting occupies which seat, and how many requests each host had today. */

const columns = [
  "id",
  "bookingId",
  "reference",
  "hostId",
  "seat",
  "startsAt",
  "endsAt",
  "state",
  "askedAt",
  "meetingId",
  "joinUrl",
] as const;

function selectAllocations(database: Database | Tx) {
  return database.selectFrom("hostAllocations").select(columns);
}
export type HostAllocation = Awaited<ReturnType<ReturnType<typeof selectAllocations>["execute"]>>[number];

const activeStates = ["taken", "made"] as const;

/** The seat that a booking's meeting has now. */
export async function findActiveAllocation(
  database: Database | Tx,
  bookingId: string,
): Promise<HostAllocation | null> {
  const row = await selectAllocations(database)
    .where("bookingId", "=", bookingId)
    .where("state", "in", activeStates)
    .executeTakeFirst();
  return row ?? null;
}

export async function findAllocation(database: Database | Tx, id: string): Promise<HostAllocation | null> {
  return (await selectAllocations(database).where("id", "=", id).executeTakeFirst()) ?? null;
}

interface HostRequest {
  hosts: readonly string[];
  seats: number;
  from: Date;
  until: Date;
  changesADay: number;
  now: Date;
  /** This host is taken first if it has a seat. */
  preferred: string | null;
}

/**
 * A free seat for a time, from the host with the fewest requests today; null if there is none. The caller holds the
 * hosts' lock.
 */
export async function findFreeHost(
  tx: Tx,
  { hosts, seats, from, until, changesADay, now, preferred }: HostRequest,
): Promise<{ hostId: string; seat: number } | null> {
  const { rows } = await sql<{ hostId: string; seat: number }>`
    select host.id as host_id, seat
    from unnest(${[...hosts]}::text[]) with ordinality as host (id, place)
    cross join generate_series(1, ${seats}::integer) as seat
    left join host_days today on today.host_id = host.id and today.day = ${utcDay(now)}::date
    where coalesce(today.changes, 0) < ${changesADay}::integer
      and not exists (select from host_allocations held
        where held.host_id = host.id and held.seat = seat.seat and held.state in ('taken', 'made')
          and tstzrange(held.starts_at, held.ends_at) && tstzrange(${from}, ${until}))
    order by host.id is distinct from ${preferred}, coalesce(today.changes, 0), host.place, seat
    limit 1`.execute(tx);
  return rows[0] ?? null;
}

interface NewAllocation {
  bookingId: string;
  reference: string;
  hostId: string;
  seat: number;
  startsAt: Date;
  endsAt: Date;
  meetingId: string | null;
  joinUrl: string | null;
  createdAt: Date;
}

/** Rejects with `host_allocations_no_overlap` if someone without the hosts' lock inserted first. */
export async function insertAllocation(tx: Tx, allocation: NewAllocation): Promise<HostAllocation> {
  return await tx
    .insertInto("hostAllocations")
    .values({ id: newId(), ...allocation })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Releases a booking's seat, if it has one, and returns it, so that a meeting on it can be deleted. */
export async function releaseAllocation(tx: Tx, bookingId: string): Promise<HostAllocation | null> {
  const row = await tx
    .updateTable("hostAllocations")
    .set({ state: "released" })
    .where("bookingId", "=", bookingId)
    .where("state", "in", activeStates)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that the seat has no meeting any more: it was deleted, or another allocation has it. */
export async function markRemoved(database: Database | Tx, id: string): Promise<void> {
  await database
    .updateTable("hostAllocations")
    .set({ state: "removed" })
    .where("id", "=", id)
    .where("state", "=", "released")
    .execute();
}

/** Records a request to the provider for this meeting, before it is sent. */
export async function markRequested(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("hostAllocations").set({ askedAt: now }).where("id", "=", id).execute();
}

/**
 * Stores the meeting that the provider created, and returns the allocation's state: `released` if it is no longer
 * wanted.
 */
export async function setHostedMeeting(
  tx: Tx,
  id: string,
  { meetingId, joinUrl }: { meetingId: string; joinUrl: string },
): Promise<string> {
  const { state } = await tx
    .updateTable("hostAllocations")
    .set({
      meetingId,
      joinUrl,
      state: sql`case when state = 'taken' then 'made' else state end`,
    })
    .where("id", "=", id)
    .returning("state")
    .executeTakeFirstOrThrow();
  return state;
}

/**
 * Selects the unwanted meetings among references found at the provider. A meeting that is being created is wanted.
 */
export async function selectUnwantedMeetings(
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

/** Counts one creation or change of a host's meeting today. Returns false if today's limit is reached. */
export async function countHostChange(
  tx: Tx,
  { hostId, now, changesADay }: { hostId: string; now: Date; changesADay: number },
): Promise<boolean> {
  const counted = await tx
    .insertInto("hostDays")
    .values({ hostId, day: utcDay(now), changes: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["hostId", "day"])
        .doUpdateSet((update) => ({ changes: update("hostDays.changes", "+", 1) }))
        .where("hostDays.changes", "<", changesADay),
    )
    .returning("changes")
    .executeTakeFirst();
  return counted !== undefined;
}

/** Excludes a host until the next UTC day. */
export async function exhaustHostDay(
  tx: Tx,
  { hostId, now, changesADay }: { hostId: string; now: Date; changesADay: number },
): Promise<void> {
  const day = utcDay(now);
  await tx
    .insertInto("hostDays")
    .values({ hostId, day, changes: changesADay })
    .onConflict((conflict) => conflict.columns(["hostId", "day"]).doUpdateSet({ changes: changesADay }))
    .execute();
}

function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
