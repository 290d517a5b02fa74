import { currentPairs, type DataSize, firstCurrent, type GeneratorStatement } from "./data-size.ts";

/** People, their sign-ins and codes, and interviewers' availability: rules, generated slots, and time off. */
export function peopleStatements(size: DataSize): GeneratorStatement[] {
  return [
    {
      // `pair` counts the people of the current work; it is null for those of the history.
      makes: "plan of the people",
      sql: `create unlogged table growth_people as
        select 'interviewer' as role, n, null::int as pair from generate_series(0, ${size.interviewers - 1}) n
        union all select 'interviewee', n, null from generate_series(0, ${size.interviewees - 1}) n
        union all select role, ${firstCurrent} + pair, pair
          from unnest(array['interviewer', 'interviewee']) role, generate_series(0, ${currentPairs - 1}) pair`,
    },
    {
      // The interviewers of the current work come first by name and by address, and all its people are the newest.
      makes: "users",
      sql: `insert into users (id, email, first_name, last_name, mobile_number, password_hash, role, time_zone, password_changed_at, created_at)
        select id('interviewer', n), case when pair is null then '' else 'current-' end || 'interviewer' || n || '@growth.example',
          case when pair is null then 'Mentor' else 'Current' end, 'Number ' || n, '+911234567890', 'none', 'interviewer', 'Asia/Kolkata',
          now() - interval '1 year', case when pair is null then now() - interval '1 year' else now() - interval '70 days' end
          from growth_people where role = 'interviewer'
        union all
        select id('interviewee', n), case when pair is null then '' else 'current-' end || 'interviewee' || n || '@growth.example',
          'Person', 'Number ' || n, '+911234567890', 'none', 'interviewee', 'Asia/Kolkata', now() - interval '1 year',
          case when pair is null then now() - interval '1 year' + n * interval '1 minute'
            else now() - interval '70 days' + pair * interval '1 minute' end
          from growth_people where role = 'interviewee'`,
    },
    {
      makes: "interviewer profiles",
      sql: `insert into interviewer_profiles (user_id, headline, topics, updated_at)
        select id, 'Staff engineer', array['Python', 'SQL'], created_at from users where role = 'interviewer'`,
    },
    {
      // Ten for each interviewer, and for interviewees whose number has a 0 as its fifth digit from the end; one for others.
      // The newest of each person is still open. The address ends in @growth.example, which has 15 characters.
      makes: "sign-ins, the newest of each open",
      sql: `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
        select id('signIn', row_number() over ()), users.id, sha256((users.id::text || n)::bytea), at, at, at + interval '90 days',
          case when n < 10 then at + interval '3 hours' end
        from users, generate_series(1, 10) n, lateral (select now() - (11 - n) * interval '8 days') signed_in (at)
        where n = 10 or users.role = 'interviewer' or right(users.email, 20) like '0%'`,
    },
    {
      makes: "one-time codes of two days",
      sql: `insert into codes (id, purpose, email, created_at, expires_at, voided_at)
        select id('code', n), 'signin', 'interviewee' || n || '@growth.example', at, at + interval '10 minutes', at + interval '5 minutes'
        from generate_series(0, ${size.interviewees / 10 - 1}) n, lateral (select now() - interval '47 hours' + n * interval '100 milliseconds') asked (at)`,
    },
    {
      makes: "weekly rules",
      sql: `insert into weekly_rules (id, interviewer_id, weekdays, windows, time_zone, starts_on, created_at, updated_at)
        select id('rule', n), id('interviewer', n), '{1,2,3,4,5,6,7}', '[{"from": "18:00", "to": "21:00"}]', 'Asia/Kolkata', '2026-01-01',
          now() - interval '200 days', now() - interval '200 days'
        from growth_people where role = 'interviewer'`,
    },
    {
      makes: "next plans of the weekly rules",
      sql: `insert into weekly_generation (interviewer_id, due_at)
        select id('interviewer', n), (date_trunc('day', now() at time zone 'Asia/Kolkata') + interval '1 day') at time zone 'Asia/Kolkata'
        from growth_people where role = 'interviewer'`,
    },
    {
      // Follows the rules: four slots an evening, eight weeks ahead.
      makes: "open slots",
      sql: `insert into availability (id, interviewer_id, starts_at, ends_at, status, rule_id, created_at)
        select id('openSlot', row_number() over ()), id('interviewer', n), at, at + interval '45 minutes', 'available', id('rule', n),
          now() - interval '1 day'
        from generate_series(0, 56) day, generate_series(0, 3) part, growth_people,
          lateral (select (date_trunc('day', now() at time zone 'Asia/Kolkata') + day * interval '1 day' + interval '18 hours'
            + part * interval '45 minutes') at time zone 'Asia/Kolkata') slot (at)
        where role = 'interviewer' and at > now()`,
    },
    {
      makes: "days off that are over",
      sql: `insert into time_off (id, interviewer_id, first_day, last_day, time_zone, starts_at, ends_at, created_at)
        select id('timeOff', n * 10 + part), id('interviewer', n), (now() - part * interval '10 days')::date,
          (now() - part * interval '10 days')::date, 'Asia/Kolkata',
          now() - part * interval '10 days', now() - part * interval '10 days' + interval '1 day', now() - interval '150 days'
        from growth_people, generate_series(2, 6) part where role = 'interviewer'`,
    },
  ];
}
