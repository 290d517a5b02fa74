import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

/** A day (`2026-11-20`) in the business's time zone. */
export interface DayQuery {
  day: string;
  timeZone: string;
}

interface DayFigures {
  payments: number;
  revenuePaise: number;
  refundsPaise: number;
  sessionsSold: number;
  sessionsGiven: number;
  sessionsUsed: number;
  sessionsRefunded: number;
  slotsOffered: number;
  slotsBooked: number;
  interviews: number;
  completed: number;
  noShowInterviewee: number;
  noShowInterviewer: number;
  cancelled: number;
  feedbackFiles: number;
  feedbackMinutes: number;
}

/**
 * The condition that a time is on the day. The bounds are values, because the planner would scan whole tables
 * if they came from a row of the query.
 */
export function isOnDay({ day, timeZone }: DayQuery) {
  return (column: string) =>
    sql`(${sql.ref(column)} >= (${day}::date)::timestamp at time zone ${timeZone}
      and ${sql.ref(column)} < (${day}::date + 1)::timestamp at time zone ${timeZone})`;
}

/**
 * The minutes from the end of a completed interview to its feedback file. With `isHeld` this is what every page of the desk
 * means by an interviewer's interviews and by the time to feedback, which is the mean.
 */
export const feedbackMinutes = sql`greatest(0, extract(epoch from file.uploaded_at - booking.ends_at) / 60)`;
export const isHeld = sql`booking.status = 'completed'`;

/**
 * Looks up the bookings of a day's feedback files. As a join, PostgreSQL would compare them with all bookings, old
 * ones too: `offset 0` makes it find each by its key.
 */
const bookingOfFile = sql`cross join lateral (
  select interviewer_id, ends_at from bookings booking where id = file.booking_id and ${isHeld} offset 0) booking`;

/** Looks up the lots of the entries that add or take back credits of a lot, in the same way. */
const lotOfEntry = sql`left join lateral (
  select source, price_paise from credit_lots
  where id = entry.lot_id and entry.kind in ('grant', 'refund') offset 0) lot on true`;

/** Each part uses an index over its time, so the cost depends only on that day. */
export async function computeDay(database: Database | Tx, query: DayQuery): Promise<DayFigures> {
  const isOn = isOnDay(query);
  const { rows } = await sql<DayFigures>`
    with paid as (select count(*) as payments, coalesce(sum(amount_paise), 0)::int8 as revenue_paise
      from payments where ${isOn("captured_at")}),
    given_back as (select coalesce(sum(amount_paise), 0)::int8 as refunds_paise
      from refunds where ${isOn("created_at")}),
    ledger as (
      select coalesce(sum(delta) filter (where kind = 'grant' and lot.source = 'purchase'), 0)::int8 as sessions_sold,
        coalesce(sum(delta) filter (where kind in ('grant', 'refund') and lot.source <> 'purchase'), 0)::int8
          as sessions_given,
        coalesce(-sum(delta) filter (where kind in ('spend', 'return')), 0)::int8 as sessions_used,
        coalesce(-sum(delta) filter (where kind = 'refund' and lot.source = 'purchase'), 0)::int8 as sessions_refunded
      from ledger_entries entry ${lotOfEntry}
      where ${isOn("entry.created_at")}),
    slots as (select count(*) as slots_offered, count(*) filter (where status = 'booked') as slots_booked
      from availability where ${isOn("starts_at")} and status <> 'removed'),
    held as (
      select count(*) as interviews, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'no_show_interviewee') as no_show_interviewee,
        count(*) filter (where status = 'no_show_interviewer') as no_show_interviewer
      from bookings where ${isOn("starts_at")} and status <> 'cancelled'),
    called_off as (select count(*) as cancelled
      from bookings where ${isOn("cancelled_at")}),
    files as (
      select count(*) as feedback_files,
        coalesce(sum(${feedbackMinutes}), 0)::int8 as feedback_minutes
      from feedback_files file ${bookingOfFile}
      where ${isOn("uploaded_at")})
    select * from paid, given_back, ledger, slots, held, called_off, files`.execute(database);
  return rows[0] as DayFigures;
}

interface OpenSessions {
  sessions: number;
  paise: number;
}

/**
 * The change of the open sessions from the end of one day (null: from the beginning) to the end of another.
 */
export async function computeOpenChange(
  database: Database | Tx,
  { afterDay, day, timeZone }: DayQuery & { afterDay: string | null },
): Promise<OpenSessions> {
  const { rows } = await sql<OpenSessions>`
    select coalesce(sum(entry.delta), 0)::int8 as sessions,
      coalesce(sum(case entry.kind when 'grant' then lot.price_paise
        else entry.delta * credit.value_paise end), 0)::int8 as paise
    from ledger_entries entry ${lotOfEntry}
      left join lateral (select value_paise from credits where id = entry.credit_id offset 0) credit on true
    where entry.created_at < (${day}::date + 1)::timestamp at time zone ${timeZone}
      and (${afterDay}::date is null
        or entry.created_at >= (${afterDay}::date + 1)::timestamp at time zone ${timeZone})`.execute(
    database,
  );
  return rows[0] as OpenSessions;
}
