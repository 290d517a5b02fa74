import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import { checkInvariants, type InvariantResult, type SubjectGroups } from "../kernel/db/invariants.ts";
import { readWithCursor } from "../kernel/db/read-lists.ts";
import type { Deps } from "../kernel/deps.ts";
import type { FileStorage } from "../vendors/storage/port.ts";

/**
 * Every invariant of the database at one moment, and that each file that it names is in the storage; of everything, or of
 * what was written since an instant.
 */
export async function verifyData(
  deps: Pick<Deps, "database" | "storage">,
  since?: Date,
): Promise<InvariantResult[]> {
  const { results, keys } = await withSnapshot(deps.database, async (first) => {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(first);
    // A second connection with the same snapshot runs half of the checks.
    return await withSnapshot(deps.database, async (second) => {
      await sql`set transaction snapshot ${sql.lit(rows[0]?.id)}`.execute(second);
      // The checks sort and hash whole tables.
      for (const tx of [first, second]) await sql`set local work_mem = '64MB'`.execute(tx);
      const subjects = since === undefined ? undefined : await findChangedSubjects(first, since);
      const results = await checkInvariants([first, second], subjects);
      return { results, keys: await readFileKeys(first, since) };
    });
  });
  const missing =
    since === undefined ? await listMissing(deps.storage, keys) : await findMissing(deps.storage, keys);
  return [...results, { name: "every file that is referred to is stored", broken: missing }];
}

/** A transaction in which every query sees the same snapshot. */
async function withSnapshot<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(work);
}

async function readFileKeys(tx: Tx, since: Date | undefined): Promise<Set<string>> {
  const keys = new Set<string>();
  const isSince = (column: string) => (since === undefined ? sql`true` : sql`${sql.ref(column)} >= ${since}`);
  const query = sql<{ key: string }>`
    select storage_key as key from feedback_files where ${isSince("uploaded_at")}
    union all select storage_key from resume_files where ${isSince("uploaded_at")}
    union all select photo_key from interviewer_profiles where photo_key is not null and ${isSince("updated_at")}`;
  for await (const { key } of readWithCursor(tx, query)) keys.add(key);
  return keys;
}

/** How many of the files are missing, by a list of all stored files. */
async function listMissing(storage: FileStorage, keys: Set<string>): Promise<number> {
  const missing = new Set(keys);
  for await (const { key } of storage.list()) missing.delete(key);
  return missing.size;
}

const readsAtOnce = 8;

/** How many of the files are missing, by asking for each. */
async function findMissing(storage: FileStorage, keys: Set<string>): Promise<number> {
  let missing = 0;
  const waiting = keys.values();
  await Promise.all(
    Array.from({ length: readsAtOnce }, async () => {
      for (const key of waiting) {
        const file = await storage.read(key);
        if (file === null) missing += 1;
        file?.destroy();
      }
    }),
  );
  return missing;
}

const groupSize = 1000;

/**
 * Finds the rows that were written since an instant, with their people and slots, for the check of a day. Every query
 * uses an index over time or looks rows up by their keys, so the cost depends on the number of these rows.
 */
export async function findChangedSubjects(tx: Tx, since: Date): Promise<SubjectGroups> {
  const entries = await read(
    tx,
    sql<{ userId: string; lotId: string; bookingId: string | null }>`
      select user_id, lot_id, booking_id from ledger_entries where created_at >= ${since}`,
  );
  // A booking was made since if it was made since and is pending, or was completed or canceled since.
  const written = await read(
    tx,
    sql<{ id: string }>`
      select id from bookings where status = 'pending' and created_at >= ${since}
      union select id from bookings where completed_at >= ${since}
      union select id from bookings where cancelled_at >= ${since}
      union select id from bookings where moved_at >= ${since}`,
  );
  const booking = group([...entries.map(({ bookingId }) => bookingId), ...written.map(({ id }) => id)]);
  const payment = group(
    await readIds(
      tx,
      sql`select id from payments where captured_at >= ${since}
        union select payment_id from refunds where created_at >= ${since}`,
    ),
  );
  const payout = group(await readIds(tx, sql`select id from payouts where paid_at >= ${since}`));
  const lots = await readIds(tx, sql`select id from credit_lots where granted_at >= ${since}`);
  const lot = group([
    ...entries.map(({ lotId }) => lotId),
    ...lots,
    ...(await lookUp(tx, payment, (ids) => sql`select id from credit_lots where payment_id = any(${ids})`)),
  ]);
  return {
    booking,
    payment,
    payout,
    lot,
    user: group([
      ...entries.map(({ userId }) => userId),
      ...(await lookUp(
        tx,
        booking,
        (ids) => sql`select interviewee_id as id from bookings where id = any(${ids})`,
      )),
      ...(await lookUp(tx, lot, (ids) => sql`select user_id as id from credit_lots where id = any(${ids})`)),
      ...(await lookUp(tx, payment, (ids) => sql`select user_id as id from payments where id = any(${ids})`)),
    ]),
    slot: group(
      await lookUp(tx, booking, (ids) => sql`select slot_id as id from bookings where id = any(${ids})`),
    ),
    order: group([
      ...(await readIds(tx, sql`select id from orders where paid_at >= ${since}`)),
      ...(await lookUp(
        tx,
        payment,
        (ids) => sql`select order_id as id from payments where id = any(${ids})`,
      )),
    ]),
    earning: group([
      ...(await lookUp(tx, booking, (ids) => sql`select id from earnings where booking_id = any(${ids})`)),
      ...(await lookUp(
        tx,
        payout,
        (ids) => sql`select earning_id as id from payout_lines where payout_id = any(${ids})`,
      )),
    ]),
    besideBooking: await readBesides(tx, booking),
  };
}

/** For each group of bookings, the bookings that could overlap with one of it. */
async function readBesides(tx: Tx, bookings: readonly (readonly string[])[]): Promise<string[][]> {
  const groups: string[][] = [];
  for (const ids of bookings) groups.push(await readIds(tx, bookingsBeside(ids)));
  return groups;
}

/** These bookings, and those of the same people that begin before they end, on the same day or the day before. */
const bookingsBeside = (ids: readonly string[]) => sql<{ id: string }>`
  select distinct other.id from bookings booking cross join lateral (
    select id from bookings where interviewee_id = booking.interviewee_id
      and starts_at > booking.starts_at - interval '1 day' and starts_at < booking.ends_at
    union all
    select id from bookings where interviewer_id = booking.interviewer_id
      and starts_at > booking.starts_at - interval '1 day' and starts_at < booking.ends_at) other
  where booking.id = any(${ids})`;

async function read<Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await query.execute(tx);
  return rows;
}

async function readIds(tx: Tx, query: RawBuilder<unknown>): Promise<string[]> {
  const rows = (await read(tx, query)) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** The ids that the query finds for all groups together. */
async function lookUp(
  tx: Tx,
  groups: readonly (readonly string[])[],
  find: (ids: readonly string[]) => RawBuilder<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  for (const ids of groups) found.push(...(await readIds(tx, find(ids))));
  return found;
}

function group(ids: readonly (string | null)[]): string[][] {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const groups: string[][] = [];
  for (let start = 0; start < distinct.length; start += groupSize) {
    groups.push(distinct.slice(start, start + groupSize));
  }
  return groups;
}
