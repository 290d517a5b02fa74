import { createHash } from "node:crypto";
import type pg from "pg";

interface SeededPerson {
  id: string;
  token: string;
}

export interface SeededRoom {
  bookingId: string;
  /** Interviewer and interviewee, signed in. */
  people: [SeededPerson, SeededPerson];
}

const createToken = (id: string) => createHash("sha256").update(`bench ${id}`).digest("base64url");

/** Fills a migrated database with interviews in progress, each with its own two people. */
export async function seedRooms(pool: pg.Pool, count: number): Promise<SeededRoom[]> {
  const { rows } = await pool.query<{ booking: string; interviewer: string; interviewee: string }>(
    `with room as (
       select gen_random_uuid() booking, gen_random_uuid() slot, gen_random_uuid() interviewer, gen_random_uuid() interviewee,
         now() - interval '5 minutes' starts_at, now() + interval '40 minutes' ends_at, n
       from generate_series(1, $1) n),
     person as (
       insert into users (id, email, first_name, last_name, mobile_number, password_hash, role, password_changed_at, created_at)
       select id, role || n || '@bench.example', 'Person', 'Number ' || n, '+911234567890', 'none', role, now(), now()
       from room, lateral (values (interviewer, 'interviewer'), (interviewee, 'interviewee')) side (id, role)),
     offered as (
       insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
       select slot, interviewer, starts_at, ends_at, 'booked', now() from room),
     booked as (
       insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, created_at, announced_at)
       select booking, slot, interviewer, interviewee, starts_at, ends_at, now(), now() from room)
     select booking, interviewer, interviewee from room`,
    [count],
  );
  const ids = rows.flatMap(({ interviewer, interviewee }) => [interviewer, interviewee]);
  await pool.query(
    `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), id, hash, now(), now(), now() + interval '90 days'
     from unnest($1::uuid[], $2::bytea[]) session (id, hash)`,
    [ids, ids.map((id) => createHash("sha256").update(createToken(id)).digest())],
  );
  await pool.query("vacuum analyze users, auth_sessions, bookings");
  const person = (id: string) => ({ id, token: createToken(id) });
  return rows.map(({ booking, interviewer, interviewee }) => ({
    bookingId: booking,
    people: [person(interviewer), person(interviewee)],
  }));
}
