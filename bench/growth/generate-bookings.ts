import {
  type DataSize,
  type GeneratorStatement,
  measuredInterviewee,
  measuredInterviewer,
} from "./data-size.ts";
import { planCurrentBookings } from "./generate-current-work.ts";

/** Bookings of one interviewer that one payout covers. */
const bookingsPerPayout = 50;
/** The last ones of the measured interviewer are not paid out yet. What is due to others is current work. */
const dueBookings = 50;
/** Feedback of so many days is complete. Longer than Today shows late feedback after its remedy. */
const settledDays = 40;

/** Bookings, oldest first, and everything that follows from each. */
export function bookingStatements(size: DataSize): GeneratorStatement[] {
  const { bookings, bookedInterviewers, interviewees, bookingsPerInterviewer, pendingPerInterviewer } = size;
  const past = bookingsPerInterviewer - pendingPerInterviewer;
  return [
    {
      // Ten interviews a day for each interviewer until yesterday, and one a day from the day after tomorrow. `turn` counts
      // the bookings of an interviewer. What happens follows from `key`, so that the people whose own pages are measured
      // have the same history at every size. In the last weeks everybody got their file: late feedback is current work.
      makes: "plan of the bookings",
      sql: `create unlogged table growth_bookings as
        select n, turn, n / ${interviewees} as turn_of_interviewee, n % ${interviewees} as interviewee, key,
          id('booking', n) as booking_id, id('slot', n) as slot_id, id('interviewer', interviewer) as interviewer_id,
          id('interviewee', n % ${interviewees}) as interviewee_id, starts_at, starts_at + interval '45 minutes' as ends_at, status,
          least(starts_at, now()) - interval '2 days' as created_at, true as has_meeting,
          -- Out of a hundred completed interviews two got no file of feedback.
          (hashint8(key + 1000000000) & 65535) % 100 >= 2 or turn >= ${past - 10 * settledDays} as has_file,
          (hashint8(key + 2000000000) & 65535) % 100 < 60 as has_feedback,
          4 + key % 2 as score, turn < ${past - dueBookings} or interviewer <> ${measuredInterviewer} as is_paid_out,
          interviewer * 1000::bigint + turn / ${bookingsPerPayout} as payout
        from generate_series(0, ${bookings - 1}) n,
          lateral (select n / ${bookedInterviewers} as turn, n % ${bookedInterviewers} as interviewer) counted,
          lateral (select case when n % ${interviewees} = ${measuredInterviewee} then ${measuredInterviewee} + 100 * (n / ${interviewees})
            else interviewer * ${bookingsPerInterviewer} + turn end as key) keyed,
          lateral (select (hashint8(key) & 65535) % 100 as chance) dice,
          lateral (select case when turn >= ${past} then 'pending' when chance < 92 then 'completed' when chance < 97 then 'cancelled'
            when chance < 99 then 'no_show_interviewee' else 'no_show_interviewer' end as status) decided,
          lateral (select case when turn >= ${past} then date_trunc('day', now()) + (3 + turn - ${past}) * interval '1 day'
              else date_trunc('day', now()) - (1 + (${past} - 1 - turn) / 10) * interval '1 day' + (turn % 10) * interval '1 hour'
            end as starts_at) time`,
    },
    planCurrentBookings,
    { makes: "index of the plan", sql: "create index on growth_bookings (status)" },
    {
      makes: "slots of the bookings",
      sql: `insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
        select slot_id, interviewer_id, starts_at, ends_at, case when status = 'cancelled' then 'removed' else 'booked' end,
          created_at - interval '1 day' from growth_bookings order by n`,
    },
    {
      makes: "bookings",
      sql: `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, completed_at,
          announced_at, cancelled_at, cancelled_by, invite_sequence)
        select booking_id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at,
          case when status not in ('pending', 'cancelled') then ends_at end, created_at,
          case when status = 'cancelled' then starts_at - interval '36 hours' end,
          case when status = 'cancelled' then 'interviewee' end, case when status = 'cancelled' then 1 else 0 end
        from growth_bookings order by n`,
    },
    {
      makes: "meetings",
      sql: `insert into meetings (booking_id, provider, join_url, created_at)
        select booking_id, 'room', 'http://localhost:3000/room/' || booking_id, created_at from growth_bookings where has_meeting order by n`,
    },
    {
      makes: "bookings without a meeting",
      sql: `insert into bookings_without_meeting (booking_id)
        select booking_id from growth_bookings where status = 'pending' and not has_meeting`,
    },
    {
      makes: "visits of rooms",
      sql: `insert into room_visits (id, booking_id, user_id, entered_at, last_seen_at, left_at)
        select id('visit', 2 * n + who), booking_id, case who when 0 then interviewer_id else interviewee_id end, starts_at, ends_at, ends_at
        from growth_bookings, generate_series(0, 1) who where status = 'completed' order by n`,
    },
    {
      makes: "code pads",
      sql: `insert into room_code (booking_id, updated_at)
        select booking_id, ends_at from growth_bookings where status = 'completed' order by n`,
    },
    {
      makes: "messages in rooms",
      sql: `insert into room_messages (id, booking_id, sender_id, body, sent_at)
        select id('message', n), booking_id, interviewer_id, 'Hello', starts_at from growth_bookings where status = 'completed' order by n`,
    },
    {
      makes: "reminders of interviews",
      sql: `insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
        select booking_id, hours, starts_at, starts_at - hours * interval '1 hour'
        from growth_bookings, unnest(array[24, 1]) hours where status not in ('pending', 'cancelled') order by n`,
    },
    {
      makes: "moves",
      sql: `insert into booking_moves (booking_id, sequence, from_slot_id, from_interviewer_id, from_starts_at, from_ends_at, moved_at)
        select booking_id, 1, slot_id, interviewer_id, starts_at - interval '1 day', ends_at - interval '1 day', created_at
        from growth_bookings where key % 20 = 0`,
    },
    {
      makes: "no-show reports",
      sql: `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at, decided_at)
        select id('noShow', n), booking_id, case status when 'no_show_interviewee' then 'interviewer' else 'interviewee' end,
          '{"interviewee": [], "interviewer": []}'::jsonb, 'upheld', ends_at, ends_at
        from growth_bookings where status like 'no_show%'`,
    },
    {
      makes: "feedback",
      sql: `insert into feedback (id, booking_id, interviewee_id, interviewer_id, interview_score, overall_summary, created_at)
        select id('feedback', n), booking_id, interviewee_id, interviewer_id, score,
          'Clear questions, and the hints came at the right moment. I know what to practice next.', ends_at + interval '2 hours'
        from growth_bookings where status = 'completed' and has_feedback order by n`,
    },
    {
      makes: "means of recent ratings",
      sql: `insert into recent_ratings (interviewer_id, ratings, average, newest_at)
        select interviewer_id, count(*), avg(interview_score), max(created_at) from (
          select *, row_number() over (partition by interviewer_id order by created_at desc) as place from feedback) rating
        where place <= 10 group by interviewer_id`,
    },
    {
      makes: "files of feedback",
      sql: `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at, is_early)
        select booking_id, 'feedback/' || booking_id || '.pdf', 'feedback.pdf', 50000, ends_at + interval '3 hours', turn < 10
        from growth_bookings where status = 'completed' and has_file order by n`,
    },
    {
      makes: "reminders of feedback",
      sql: `insert into feedback_reminders (booking_id, kind, dealt_at)
        select booking_id, kind, ends_at + interval '6 hours' from growth_bookings, unnest(array['first', 'last']) kind
        where status = 'completed' and (not has_file or (kind = 'first' and key % 3 = 0))`,
    },
  ];
}
