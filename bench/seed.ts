import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";

interface SeededPerson {
  id: string;
  token: string;
}

export interface Seed {
  interviewers: string[];
  interviewees: SeededPerson[];
  /** The start of bookable hour `hour` of every interviewer; so far ahead that lists do not show it. */
  bookableAt(hour: number): string;
  /** Booking number `index`: each is of another slot, at an hour at which its interviewer and interviewee are free. */
  bookingAt(index: number): PossibleBooking;
}

interface PossibleBooking {
  interviewerId: string;
  intervieweeId: string;
  token: string;
  startTime: string;
}

export interface SeedOptions {
  interviewers: number;
  interviewees: number;
  /** Bookable hours of each interviewer, outside the 60 days that lists show. */
  hours: number;
  /** Slots inside the 60 days: the length of the measured list. */
  listed: number;
  credits: number;
}

const hourMilliseconds = 3_600_000;
/** How many interviewers share the listed slots. */
const listedInterviewers = 20;

/** Fills an empty, migrated database: signed-in people with credits (through the ledger), and slots. */
export async function seed(pool: pg.Pool, options: SeedOptions): Promise<Seed> {
  const interviewers = await insertUsers(pool, "interviewer", options.interviewers);
  const ids = await insertUsers(pool, "interviewee", options.interviewees);
  const tokens = await signIn(pool, ids);
  await insertCredits(pool, { credits: options.credits, userIds: ids });
  const day = new Date(Date.now() + 70 * 24 * hourMilliseconds);
  day.setUTCHours(0, 0, 0, 0);
  await insertSlots(pool, { interviewers, from: day, hours: options.hours });
  const tomorrow = new Date(
    Math.ceil(Date.now() / hourMilliseconds) * hourMilliseconds + 24 * hourMilliseconds,
  );
  await insertSlots(pool, {
    interviewers: interviewers.slice(0, listedInterviewers),
    from: tomorrow,
    hours: Math.ceil(options.listed / listedInterviewers),
  });
  // Skips empty tables, because PostgreSQL would plan as if they stayed empty.
  await pool.query(
    "vacuum analyze users, auth_sessions, credits, credit_lots, credit_accounts, availability",
  );
  const bookableAt = (hour: number) => new Date(day.getTime() + hour * hourMilliseconds).toISOString();
  return {
    interviewers,
    interviewees: ids.map((id, index) => ({ id, token: tokens[index] ?? "" })),
    bookableAt,
    bookingAt(index) {
      const hour = Math.floor(index / interviewers.length);
      const person = (index + hour * 7) % ids.length;
      return {
        interviewerId: interviewers[index % interviewers.length] ?? "",
        intervieweeId: ids[person] ?? "",
        token: tokens[person] ?? "",
        startTime: bookableAt(hour),
      };
    },
  };
}

/** Signs people in, repeatedly if needed. Returns their tokens, which are always the same, in the same order. */
export async function signIn(pool: pg.Pool, ids: string[]): Promise<string[]> {
  const tokens = ids.map((id) => createHash("sha256").update(`bench ${id}`).digest("base64url"));
  await pool.query(
    `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), id, hash, now(), now(), now() + interval '90 days'
     from unnest($1::uuid[], $2::bytea[]) session (id, hash) 
       on conflict (token_hash) do update set ended_at = null`,
    [ids, tokens.map((token) => createHash("sha256").update(token).digest())],
  );
  return tokens;
}

/** `name` begins their addresses, as in `interviewee1@bench.example`. */
export async function insertUsers(
  pool: pg.Pool,
  name: string,
  count: number,
  role = name,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (id, email, first_name, last_name, mobile_number, password_hash, role, password_changed_at, created_at)
     select gen_random_uuid(), $1 || n || '@bench.example', 'Person', 'Number ' || n, '+911234567890', 'none', $3, now(), now()
     from generate_series(1, $2) n returning id`,
    [name, count, role],
  );
  return rows.map(({ id }) => id);
}

/** Gives each of these people one lot of credits, with its ledger entry. The lot's `sessions` are interviews. */
export async function insertCredits(
  pool: pg.Pool,
  { credits, userIds }: { credits: number; userIds: string[] },
): Promise<void> {
  const { rows: lots } = await pool.query<{ id: string }>(
    `insert into credit_lots (id, user_id, source, sessions, price_paise, granted_at)
     select gen_random_uuid(), id, 'gift', $1, 0, now() from unnest($2::uuid[]) person (id) returning id`,
    [credits, userIds],
  );
  const lotIds = lots.map(({ id }) => id);
  await pool.query(
    `insert into credits (id, lot_id, user_id, ordinal, value_paise, granted_at)
     select gen_random_uuid(), lot.id, user_id, n, 0, granted_at from credit_lots lot, generate_series(1, $1) n
     where lot.id = any($2)`,
    [credits, lotIds],
  );
  await pool.query(
    `insert into ledger_entries (user_id, kind, delta, lot_id, reason, created_at)
     select user_id, 'grant', sessions, id, 'bench', now() from credit_lots where id = any($1)`,
    [lotIds],
  );
}

/** One slot an hour of each of these interviewers. */
export async function insertSlots(
  pool: pg.Pool,
  { interviewers, from, hours }: { interviewers: string[]; from: Date; hours: number },
): Promise<void> {
  await pool.query(
    `insert into availability (id, interviewer_id, starts_at, ends_at, created_at)
     select gen_random_uuid(), person, at, at + interval '45 minutes', now()
     from unnest($1::uuid[]) person, generate_series(0, $3 - 1) n, lateral (select $2::timestamptz + n * interval '1 hour') t (at)`,
    [interviewers, from, hours],
  );
}

export interface SeededRoom {
  bookingId: string;
  /** Interviewer and interviewee, signed in. */
  people: [SeededPerson, SeededPerson];
}

/** Fills a migrated database with interviews in progress, each with its own two people. */
export async function seedRooms(pool: pg.Pool, count: number): Promise<SeededRoom[]> {
  const sides = [
    await insertUsers(pool, "interviewer", count),
    await insertUsers(pool, "interviewee", count),
  ] as const;
  const [interviewers, interviewees] = [await signIn(pool, sides[0]), await signIn(pool, sides[1])];
  const bookingIds = sides[0].map(() => randomUUID());
  await pool.query(
    `with room as (
       select *, gen_random_uuid() slot, now() - interval '5 minutes' starts_at, now() + interval '40 minutes' ends_at
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) given (booking, interviewer, interviewee)),
     offered as (
       insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
       select slot, interviewer, starts_at, ends_at, 'booked', now() from room)
     insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, created_at, announced_at)
     select booking, slot, interviewer, interviewee, starts_at, ends_at, now(), now() from room`,
    [bookingIds, ...sides],
  );
  await pool.query("vacuum analyze users, auth_sessions, bookings");
  const person = (side: 0 | 1, index: number): SeededPerson => ({
    id: sides[side][index] ?? "",
    token: (side === 0 ? interviewers : interviewees)[index] ?? "",
  });
  return bookingIds.map((bookingId, index) => ({ bookingId, people: [person(0, index), person(1, index)] }));
}
