import { currentPairs, type DataSize, firstCurrent, type GeneratorStatement } from "./data-size.ts";

/**
 * The rows that the server writes along the way: the audit log, jobs and their archive, stored answers,
 * refused addresses.
 */
export function traceStatements({ bookings, interviewees }: DataSize): GeneratorStatement[] {
  const confirmation = "bookings.mail-confirmation";
  return [
    {
      makes: "audit lines",
      sql: `insert into audit_log (actor_user_id, actor, action, subject, created_at)
        select id('interviewee', n % ${interviewees}), 'user', 'sign-in', id('interviewee', n % ${interviewees})::text,
          now() - interval '200 days' + n * interval '10 seconds'
        from generate_series(0, ${bookings / 5 - 1}) n`,
    },
    {
      // The newest lines belong to the current work: equally many people at every size.
      makes: "newest audit lines",
      sql: `insert into audit_log (actor_user_id, actor, action, subject, created_at)
        select id('interviewee', ${firstCurrent} + pair), 'user', 'sign-in', id('interviewee', ${firstCurrent} + pair)::text,
          now() - interval '1 hour' + pair * interval '1 second'
        from generate_series(0, ${currentPairs - 1}) pair`,
    },
    {
      makes: "answers of keyed requests",
      sql: `insert into request_keys (user_id, key, request_hash, answer, created_at)
        select id('interviewee', n % ${interviewees}), 'key-' || n, '\\x00', '{}', now() - interval '6 days' + n * interval '1 second'
        from generate_series(0, ${bookings / 20 - 1}) n`,
    },
    {
      // These and the failed jobs wait for an operator, so they belong to the current work.
      makes: "addresses that were refused",
      sql: `insert into mail_refusals (address, reply, first_at, last_at)
        select 'gone' || n || '@growth.example', '550 5.1.1', now(), now() from generate_series(0, ${currentPairs - 1}) n`,
    },
    {
      makes: "jobs that wait for later",
      sql: `insert into pgboss.job (name, data, start_after, policy)
        select 'reports.make', json_build_object('bookingId', booking_id), now() + interval '1 day' + n * interval '1 ms', 'standard'
        from growth_bookings where status = 'completed' order by n desc limit ${bookings / 1000}`,
    },
    {
      makes: "jobs that failed",
      sql: `insert into pgboss.job (name, data, state, completed_on, output, policy)
        select '${confirmation}', json_build_object('bookingId', booking_id, 'to', 'interviewee'), 'failed', now() - interval '1 day',
          '{"message": "away"}', 'standard' from growth_bookings where n < ${currentPairs}`,
    },
    {
      makes: "jobs in the archive",
      sql: `insert into pgboss.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after,
          expire_in, created_on, completed_on, keep_until, archived_on)
        select gen_random_uuid(), '${confirmation}', 0, json_build_object('bookingId', booking_id, 'to', 'interviewee'), 'completed', 14, 0, 2,
          true, at, interval '45 seconds', at, at, now() + interval '14 days', at
        from (select *, now() - interval '2 days' as at from growth_bookings) b where n < ${bookings / 10}`,
    },
  ];
}
