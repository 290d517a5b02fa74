import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";

/** A day (`2026-11-20`) in the business's time zone. */
export interface DayQuery {
  day: string;
  timeZone: string;
}

export interface DayFigures {
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
function isOnDay({ day, timeZone }: DayQuery) {
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

/**
 * Looks up the bookings of a day, which are found by their start, in the same way. PostgreSQL would search the index of
 * each interviewer for the day instead.
 */
const bookingOfDay = sql`cross join lateral (
  select interviewer_id, status from bookings where id = held.id offset 0) booking`;

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

export interface OpenSessions {
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

export async function saveDay(
  tx: Tx,
  { day, figures, open, now }: { day: string; figures: DayFigures; open: OpenSessions; now: Date },
): Promise<void> {
  const values = { ...figures, openSessions: open.sessions, openPaise: open.paise, computedAt: now };
  await tx
    .insertInto("figureDays")
    .values({ day, ...values })
    .onConflict((conflict) => conflict.column("day").doUpdateSet(values))
    .execute();
}

/** Adds the difference to the open sessions of all later days, which are running sums. */
export async function shiftOpenSessions(
  tx: Tx,
  day: string,
  { sessions, paise }: OpenSessions,
): Promise<void> {
  if (sessions === 0 && paise === 0) return;
  await tx
    .updateTable("figureDays")
    .set((update) => ({
      openSessions: update("openSessions", "+", sessions),
      openPaise: update("openPaise", "+", paise),
    }))
    .where("day", ">", day)
    .execute();
}

/** Computes and stores the figures of each interviewer on a day. */
export async function saveInterviewerDay(tx: Tx, query: DayQuery): Promise<void> {
  const isOn = isOnDay(query);
  await tx.deleteFrom("figureInterviewerDays").where("day", "=", query.day).execute();
  await sql`
    with parts (interviewer_id, interviews, no_shows, ratings, rating_sum, feedback_files, feedback_minutes) as (
      select booking.interviewer_id, (${isHeld})::int, (booking.status = 'no_show_interviewer')::int, 0, 0, 0, 0::int8
        from bookings held ${bookingOfDay} where ${isOn("held.starts_at")} and booking.status <> 'cancelled'
      union all select interviewer_id, 0, 0, 1, interview_score, 0, 0
        from feedback where ${isOn("created_at")}
      union all select booking.interviewer_id, 0, 0, 0, 0, 1,
          ${feedbackMinutes}::int8
        from feedback_files file ${bookingOfFile}
        where ${isOn("uploaded_at")})
    insert into figure_interviewer_days
      (interviewer_id, day, interviews, no_shows, ratings, rating_sum, feedback_files, feedback_minutes)
    select interviewer_id, ${query.day}::date, sum(interviews), sum(no_shows), sum(ratings), sum(rating_sum),
      sum(feedback_files), sum(feedback_minutes) from parts group by interviewer_id`.execute(tx);
}

/** Computes and stores the payments of each cohort in a month, which is given by its first day. */
export async function saveCohorts(tx: Tx, { day: month, timeZone }: DayQuery): Promise<void> {
  await tx.deleteFrom("figureCohorts").where("month", "=", month).execute();
  await sql`
    insert into figure_cohorts (cohort, month, buyers, revenue_paise)
    select date_trunc('month', first.at at time zone ${timeZone})::date, ${month}::date,
      count(distinct payment.user_id), sum(payment.amount_paise)
    from payments payment cross join lateral (
      select min(captured_at) as at from payments where user_id = payment.user_id) first
    where payment.captured_at >= (${month}::date)::timestamp at time zone ${timeZone}
      and payment.captured_at < (${month}::date + interval '1 month') at time zone ${timeZone}
    group by 1`.execute(tx);
}

interface DaysQuery {
  /** The first day. */
  since: string;
  /** The day after the last one. */
  until: string;
  timeZone: string;
}

/** Since and until when changes are recorded: before and after the last run of `includeNewDays`; null before the first. */
export async function findProgress(
  tx: Tx,
  timeZone: string,
): Promise<Pick<DaysQuery, "since" | "until"> | null> {
  const { rows } = await sql<Pick<DaysQuery, "since" | "until">>`
    select (since at time zone ${timeZone})::date::text as since, (until at time zone ${timeZone})::date::text as until
    from figure_progress`.execute(tx);
  return rows[0] ?? null;
}

export async function saveProgress(tx: Tx, { since, until, timeZone }: DaysQuery): Promise<void> {
  await sql`
    insert into figure_progress (since, until)
    values ((${since}::date)::timestamp at time zone ${timeZone}, (${until}::date)::timestamp at time zone ${timeZone})
    on conflict (is_only_row) do update set since = excluded.since, until = excluded.until`.execute(tx);
}

/** Marks each of these days as changed, so that it is computed. */
export async function insertChanges(tx: Tx, { since, until, timeZone }: DaysQuery): Promise<void> {
  await sql`
    insert into figure_changes (at)
    select day at time zone ${timeZone}
    from generate_series((${since}::date)::timestamp, (${until}::date - 1)::timestamp, interval '1 day') day`.execute(
    tx,
  );
}

/** The days of the recorded changes, the earliest first. */
export async function selectChangedDays(
  database: Database,
  timeZone: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (at at time zone ${timeZone})::date::text as day from figure_changes
    order by day limit ${limit}`.execute(database);
  return rows.map(({ day }) => day);
}

export async function deleteChanges(tx: Tx, query: DayQuery): Promise<void> {
  await sql`delete from figure_changes where ${isOnDay(query)("at")}`.execute(tx);
}

/** The newest stored day; null before the first. */
export async function findLastDay(database: Database | Tx) {
  const row = await database
    .selectFrom("figureDays")
    .select(["day", "openSessions", "openPaise", "computedAt"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findDay(database: Database | Tx, day: string) {
  const row = await database.selectFrom("figureDays").selectAll().where("day", "=", day).executeTakeFirst();
  return row ?? null;
}

/** The first day with any figures; null if there is none. */
export async function findFirstDay(database: Database | Tx, timeZone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (least((select min(created_at) from ledger_entries), (select min(starts_at) from availability))
      at time zone ${timeZone})::date::text as day`.execute(database);
  return rows[0]?.day ?? null;
}

export async function selectDays(database: Database, from: string, to: string) {
  return await database
    .selectFrom("figureDays")
    .selectAll()
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
}
export type DayRow = Awaited<ReturnType<typeof selectDays>>[number];

/** The cohorts of these months and later, each with its months. */
export async function selectCohorts(database: Database, sinceMonth: string) {
  return await database
    .selectFrom("figureCohorts")
    .selectAll()
    .where("cohort", ">=", sinceMonth)
    .orderBy("cohort", "desc")
    .orderBy("month")
    .execute();
}

const byEmail = orderBy("asc", ["text", "person.email"]);

interface DayRange {
  from: string;
  to: string;
}

/** With so few figures in a period, its interviewers are found from them. */
const fewFigures = 2_000;

/**
 * The interviewers with figures in a period; null if the period has more than a few figures. In the order of the index:
 * for a long period, the planner would otherwise read the table until it meets the first of its days.
 */
async function selectInterviewersOfFew(database: Database, { from, to }: DayRange): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when count(*) <= ${fewFigures} then coalesce(array_agg(distinct interviewer_id), '{}') end as ids
    from (select interviewer_id from figure_interviewer_days
      where day >= ${from}::date and day <= ${to}::date order by day limit ${fewFigures + 1}) first`.execute(
    database,
  );
  return rows[0]?.ids ?? null;
}

/**
 * The figures of each interviewer in a period, by address. In a period with many figures, it adds up the days of one
 * interviewer after the other, so that a page costs the same however many interviewers follow. In a period with
 * few, that would read past everybody.
 */
export async function selectInterviewers(database: Database, { from, to }: DayRange, page: PageQuery) {
  const few = await selectInterviewersOfFew(database, { from, to });
  const query = database
    .selectFrom("users as person")
    .innerJoinLateral(
      (expression) =>
        expression
          .selectFrom("figureInterviewerDays")
          .select(({ fn }) => [
            fn.sum<string>("interviews").as("interviews"),
            fn.sum<string>("noShows").as("noShows"),
            fn.sum<string>("ratings").as("ratings"),
            fn.sum<string>("ratingSum").as("ratingSum"),
            fn.sum<string>("feedbackFiles").as("feedbackFiles"),
            fn.sum<string>("feedbackMinutes").as("feedbackMinutes"),
          ])
          .whereRef("interviewerId", "=", "person.id")
          .where("day", ">=", from)
          .where("day", "<=", to)
          .having(({ fn }) => fn.countAll(), ">", 0)
          .as("figure"),
      (join) => join.onTrue(),
    )
    .select(["person.id as personId", "person.email", "person.firstName", "person.lastName"])
    .select(["figure.interviews", "figure.noShows", "figure.ratings", "figure.ratingSum"])
    .select(["figure.feedbackFiles", "figure.feedbackMinutes"])
    .where("person.role", "=", "interviewer")
    .$if(few !== null, (query) => query.where(sql<boolean>`person.id = any(${few}::uuid[])`));
  return await readPage(query, byEmail, page);
}
export type InterviewerRow = Awaited<ReturnType<typeof selectInterviewers>>["rows"][number];
