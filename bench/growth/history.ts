/**
 * How many rows of each kind a generated database has. History grows with `bookings`, people with a tenth of
 * it.
 */
export interface DataSize {
  bookings: number;
  interviewers: number;
  /** Interviewers with bookings. Each has the same history at every size, so that their own pages can be compared. */
  bookedInterviewers: number;
  interviewees: number;
  /** Bookings of one such interviewer, one hundredth of which are upcoming. */
  bookingsPerInterviewer: number;
  pendingPerInterviewer: number;
}

const bookingsPerInterviewer = 1000;

/**
 * So many interviewers and as many interviewees have the current work: what the last weeks brought, which is the same at
 * every size and newer than all history. More than a page of a list has (200) and more than Today counts of a kind.
 */
export const currentPairs = 240;
/** Their numbers, and those of their bookings, begin here, beyond every number of the history. */
export const firstCurrent = 10_000_000;

/** `bookings` is a round number of at least 1,000, so that the generator can divide it evenly. */
export function dataSize(bookings: number): DataSize {
  if (bookings < bookingsPerInterviewer || bookings % bookingsPerInterviewer !== 0)
    throw new Error("bookings must be a multiple of 1,000");
  const bookedInterviewers = bookings / bookingsPerInterviewer;
  return {
    bookings,
    interviewers: Math.max(10, bookedInterviewers),
    bookedInterviewers,
    interviewees: Math.max(100, bookings / 10),
    bookingsPerInterviewer,
    pendingPerInterviewer: Math.ceil(bookingsPerInterviewer / 100),
  };
}

/** The interviewee and the interviewer whose own pages are measured. */
export const measuredInterviewee = 50;
export const measuredInterviewer = 0;

/** The first digits of a generated id, by kind. */
export const idKinds = {
  interviewer: 1,
  interviewee: 2,
  slot: 3,
  booking: 4,
  rule: 5,
  openSlot: 6,
  quote: 7,
  order: 8,
  payment: 9,
  lot: 10,
  remedyLot: 11,
  credit: 12,
  remedyCredit: 13,
  feedback: 14,
  earning: 15,
  payout: 16,
  visit: 17,
  signIn: 18,
  noShow: 19,
  timeOff: 20,
  message: 21,
  code: 22,
  abandonedQuote: 23,
  abandonedOrder: 24,
  refund: 25,
  application: 26,
  approval: 27,
  coupon: 28,
} as const;

/**
 * The id that the generator gives to row `index` of a kind. Ids rise with time and differ in their first 48 bits, as the
 * server's own do: PostgreSQL's indexes against overlaps compare ids as floating-point numbers, and degenerate when
 * these differ in the last bits only.
 */
export function generatedId(kind: keyof typeof idKinds, index: number): string {
  const digits = idKinds[kind].toString(16).padStart(2, "0") + index.toString(16).padStart(10, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Statements by what they make, in their order. `id(kind, n)` in one stands for the id of row `n` of a kind. */
export type GeneratorStatements = Readonly<Record<string, string>>;

/** People, their sign-ins and codes, and interviewers' availability: rules, generated slots, and time off. */
export function peopleStatements(size: DataSize): GeneratorStatements {
  return {
    // `pair` counts the people of the current work; it is null for those of the history.
    "plan of the people": `create unlogged table growth_people as
      select 'interviewer' as role, n, null::int as pair from generate_series(0, ${size.interviewers - 1}) n
      union all select 'interviewee', n, null from generate_series(0, ${size.interviewees - 1}) n
      union all select role, ${firstCurrent} + pair, pair
        from unnest(array['interviewer', 'interviewee']) role, generate_series(0, ${currentPairs - 1}) pair`,
    // The interviewers of the current work come first by name and by address, and all its people are the newest.
    users: `insert into users (id, email, first_name, last_name, mobile_number, password_hash, role, time_zone, password_changed_at, created_at)
      select id('interviewer', n), case when pair is null then '' else 'current-' end || 'interviewer' || n || '@growth.example',
        case when pair is null then 'Mentor' else 'Current' end, 'Number ' || n, '+91' || 6000000000 + n, 'none', 'interviewer', 'Asia/Kolkata',
        now() - interval '1 year', case when pair is null then now() - interval '1 year' else now() - interval '70 days' end
        from growth_people where role = 'interviewer'
      union all
      select id('interviewee', n), case when pair is null then '' else 'current-' end || 'interviewee' || n || '@growth.example',
        'Person', 'Number ' || n, '+91' || 7000000000 + n, 'none', 'interviewee', 'Asia/Kolkata', now() - interval '1 year',
        case when pair is null then now() - interval '1 year' + n * interval '1 minute'
          else now() - interval '70 days' + pair * interval '1 minute' end
        from growth_people where role = 'interviewee'`,
    // All of them are listed, at addresses like /mentors/interviewer0.
    "interviewer profiles": `insert into interviewer_profiles (user_id, slug, headline, topics, roles, levels, topic_keys, languages, listed_at,
        updated_at)
      select id, split_part(email, '@', 1), 'Staff engineer', array['Python', 'SQL'], array['ml-engineer'], array['mid'],
        array['python', 'sql'], array['en'], created_at, created_at from users where role = 'interviewer'`,
    "numbers of mentors": `insert into mentor_numbers (user_id, ratings, rating, interviews, punctuality, feedback_minutes, counted_at)
      select id, 20, 4.5, 40, 0.95, 380, now() from users where role = 'interviewer'`,
    // Ten for each interviewer, and for interviewees whose number has a 0 as its fifth digit from the end; one for others.
    // The newest of each person is still open. The address ends in @growth.example, which has 15 characters.
    "sign-ins, the newest of each open": `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
      select id('signIn', row_number() over ()), users.id, sha256((users.id::text || n)::bytea), at, at, at + interval '90 days',
        case when n < 10 then at + interval '3 hours' end
      from users, generate_series(1, 10) n, lateral (select now() - (11 - n) * interval '8 days') signed_in (at)
      where n = 10 or users.role = 'interviewer' or right(users.email, 20) like '0%'`,
    "one-time codes of two days": `insert into codes (id, purpose, email, created_at, expires_at, voided_at)
      select id('code', n), 'signin', 'interviewee' || n || '@growth.example', at, at + interval '10 minutes', at + interval '5 minutes'
      from generate_series(0, ${size.interviewees / 10 - 1}) n, lateral (select now() - interval '47 hours' + n * interval '100 milliseconds') asked (at)`,
    "weekly rules": `insert into weekly_rules (id, interviewer_id, weekdays, windows, time_zone, starts_on, created_at, updated_at)
      select id('rule', n), id('interviewer', n), '{1,2,3,4,5,6,7}', '[{"from": "18:00", "to": "21:00"}]', 'Asia/Kolkata', '2026-01-01',
        now() - interval '200 days', now() - interval '200 days'
      from growth_people where role = 'interviewer'`,
    // Follows the rules: four slots an evening, eight weeks ahead.
    "open slots": `insert into availability (id, interviewer_id, starts_at, ends_at, status, rule_id, created_at)
      select id('openSlot', row_number() over ()), id('interviewer', n), at, at + interval '45 minutes', 'available', id('rule', n),
        now() - interval '1 day'
      from generate_series(0, 56) day, generate_series(0, 3) part, growth_people,
        lateral (select (date_trunc('day', now() at time zone 'Asia/Kolkata') + day * interval '1 day' + interval '18 hours'
          + part * interval '45 minutes') at time zone 'Asia/Kolkata') slot (at)
      where role = 'interviewer' and at > now()`,
    "days off that are over": `insert into time_off (id, interviewer_id, first_day, last_day, time_zone, starts_at, ends_at, created_at)
      select id('timeOff', n * 10 + part), id('interviewer', n), (now() - part * interval '10 days')::date,
        (now() - part * interval '10 days')::date, 'Asia/Kolkata',
        now() - part * interval '10 days', now() - part * interval '10 days' + interval '1 day', now() - interval '150 days'
      from growth_people, generate_series(2, 6) part where role = 'interviewer'`,
  };
}

/* The current work: the newest rows and all work that waits, equal at every size, so that the same pages can be compared.
   The statements of the other files write what follows from its people and bookings. */

/** Numbers for the bookings of one pair, of which it has fewer. */
const numbersOfPair = 10;

const atDay = (offset: number) => `date_trunc('day', now()) + interval '${offset} days'`;

/** Each pair of an interviewer and an interviewee has these bookings, by the number of the booking. */
const bookings: readonly CurrentBooking[] = [
  // Late feedback, for which a session was given.
  { startsAt: atDay(-29), status: "completed", hasFile: false },
  // The feedback of a probation with low ratings. The first one was paid out, and the others are due.
  { startsAt: atDay(-4), status: "completed", hasFile: true, isPaidOut: true },
  { startsAt: atDay(-3), status: "completed", hasFile: true },
  // Reported as a no-show, which the record contradicts.
  { startsAt: atDay(-2), status: "completed", hasFile: true, isDisputed: true },
  { startsAt: `${atDay(0)} + pair * interval '1 minute'`, status: "cancelled" },
  { startsAt: `${atDay(14)} + pair % 7 * interval '1 day'`, status: "pending" },
  // Begins in 8 to 20 hours, at a time without open slots, and has no meeting yet.
  {
    startsAt: `${atDay(0)} + interval '6 hours' + interval '12 hours'
      * ceil((extract(epoch from now() - ${atDay(0)}) / 3600 + 2) / 12)`,
    status: "pending",
    hasMeeting: false,
  },
];

export const currentBookings = currentPairs * bookings.length;

interface CurrentBooking {
  startsAt: string;
  status: "completed" | "cancelled" | "pending";
  hasFile?: boolean;
  isPaidOut?: boolean;
  isDisputed?: boolean;
  hasMeeting?: boolean;
}

const lowScore = 2;

const planned = bookings.map(
  ({ startsAt, status, hasFile = false, isPaidOut = false, hasMeeting = true }, turn) => `
    select pair, ${turn} as turn, ${startsAt} as starts_at, '${status}' as status, ${hasMeeting} as has_meeting,
      ${hasFile} as has_file, ${isPaidOut} as is_paid_out from generate_series(0, ${currentPairs - 1}) pair`,
);

const pairs = `generate_series(0, ${currentPairs - 1}) pair`;

/** What waits for an operator, as far as it does not follow from these people's bookings and purchases. */
export const currentWorkStatements: GeneratorStatements = {
  disputes: `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at)
    select id('noShow', n), booking_id, 'interviewee', '{"interviewee": [], "interviewer": []}', 'pending', ends_at
    from growth_bookings where n >= ${firstCurrent} and turn = ${bookings.findIndex(({ isDisputed }) => isDisputed)}`,
  "payments of another amount": `insert into audit_log (actor, action, subject, details, created_at)
    select 'system', 'payment.mismatch', 'order:' || id, json_build_object('orderId', id, 'providerPaymentId', 'pay_odd' || receipt,
      'expectedPaise', amount_paise, 'amountPaise', 100, 'currency', 'INR'), now() - interval '1 hour'
    from orders where provider_order_id like 'order\\_x%' and user_id >= id('interviewee', ${firstCurrent})`,
  applications: `insert into interviewer_applications (id, email, name, years, experience, roles, levels, profile_url, availability, sample_review,
      submitted_at, waits_from)
    select id('application', pair), 'applicant' || pair || '@growth.example', 'Applicant ' || pair, 5, 'Five years of search', '{}', '{}',
      'https://growth.example', 'Evenings', 'Clear questions', at, at
    from ${pairs}, lateral (select now() - interval '1 day' + pair * interval '1 second') received (at)`,
  approvals: `insert into operator_approvals (id, kind, payload, lines, version, reason, asked_by, asked_at, expires_at)
    select id('approval', pair), 'grant', '{}', '[]', '1', 'The room froze', '${generatedId("interviewee", 52)}', at, at + interval '24 hours'
    from ${pairs}, lateral (select now() - pair * interval '1 second') asked (at)`,
  "files that are held": `insert into resume_files (user_id, storage_key, file_name, size_bytes, uploaded_at, held_at)
    select id('interviewee', n), 'resumes/' || id('interviewee', n) || '.pdf', 'resume.pdf', 50000, at, at
    from growth_people, lateral (select now() - interval '1 hour' + pair * interval '1 second') uploaded (at)
    where role = 'interviewee' and pair is not null`,
  coupons: `insert into coupons (id, code, kind, value, starts_at, created_at)
    select id('coupon', pair), 'CURRENT-' || pair, 'percent', 10, at, at
    from ${pairs}, lateral (select now() - interval '10 days' + pair * interval '1 second') made (at)`,
};

/** Bookings of one interviewer that one payout covers. */
const bookingsPerPayout = 50;
/** The last ones of the measured interviewer are not paid out yet. What is due to others is current work. */
const dueBookings = 50;
/** Feedback of so many days is complete. Longer than Today shows late feedback after its remedy. */
const settledDays = 40;

/** Bookings, oldest first, and everything that follows from each. */
export function bookingStatements(size: DataSize): GeneratorStatements {
  const { bookings, bookedInterviewers, interviewees, bookingsPerInterviewer, pendingPerInterviewer } = size;
  const past = bookingsPerInterviewer - pendingPerInterviewer;
  return {
    // Ten interviews a day for each interviewer until yesterday, and one a day from the day after tomorrow. `turn` counts
    // the bookings of an interviewer. What happens follows from `key`, so that the people whose own pages are measured
    // have the same history at every size. In the last weeks everybody got their file: late feedback is current work.
    "plan of the bookings": `create unlogged table growth_bookings as
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
    "plan of the current bookings": `insert into growth_bookings (n, turn, turn_of_interviewee, interviewee, key, booking_id, slot_id, interviewer_id, interviewee_id,
        starts_at, ends_at, status, created_at, has_meeting, has_file, has_feedback, score, is_paid_out, payout)
      select n, turn, turn, person, n, id('booking', n), id('slot', n), id('interviewer', person), id('interviewee', person),
        starts_at, starts_at + interval '45 minutes', status, least(starts_at, now()) - interval '2 days', has_meeting, has_file, has_file,
        ${lowScore}, is_paid_out, person * 1000::bigint
      from (${planned.join(" union all ")}) booking,
        lateral (select ${firstCurrent} + pair as person, ${firstCurrent} + pair * ${numbersOfPair} + turn as n) numbered`,
    "index of the plan": "create index on growth_bookings (status)",
    "slots of the bookings": `insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
      select slot_id, interviewer_id, starts_at, ends_at, case when status = 'cancelled' then 'removed' else 'booked' end,
        created_at - interval '1 day' from growth_bookings order by n`,
    bookings: `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, completed_at,
        announced_at, cancelled_at, cancelled_by, invite_sequence)
      select booking_id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at,
        case when status not in ('pending', 'cancelled') then ends_at end, created_at,
        case when status = 'cancelled' then starts_at - interval '36 hours' end,
        case when status = 'cancelled' then 'interviewee' end, case when status = 'cancelled' then 1 else 0 end
      from growth_bookings order by n`,
    meetings: `insert into meetings (booking_id, provider, join_url, created_at)
      select booking_id, 'room', 'http://localhost:3000/room/' || booking_id, created_at from growth_bookings where has_meeting order by n`,
    "bookings without a meeting": `insert into bookings_without_meeting (booking_id)
      select booking_id from growth_bookings where status = 'pending' and not has_meeting`,
    "visits of rooms": `insert into room_visits (id, booking_id, user_id, entered_at, last_seen_at, left_at)
      select id('visit', 2 * n + who), booking_id, case who when 0 then interviewer_id else interviewee_id end, starts_at, ends_at, ends_at
      from growth_bookings, generate_series(0, 1) who where status = 'completed' order by n`,
    "code pads": `insert into room_code (booking_id, updated_at)
      select booking_id, ends_at from growth_bookings where status = 'completed' order by n`,
    "messages in rooms": `insert into room_messages (id, booking_id, sender_id, body, sent_at)
      select id('message', n), booking_id, interviewer_id, 'Hello', starts_at from growth_bookings where status = 'completed' order by n`,
    "reminders of interviews": `insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
      select booking_id, hours, starts_at, starts_at - hours * interval '1 hour'
      from growth_bookings, unnest(array[24, 1]) hours where status not in ('pending', 'cancelled') order by n`,
    moves: `insert into booking_moves (booking_id, sequence, from_slot_id, from_interviewer_id, from_starts_at, from_ends_at, moved_at)
      select booking_id, 1, slot_id, interviewer_id, starts_at - interval '1 day', ends_at - interval '1 day', created_at
      from growth_bookings where key % 20 = 0`,
    "no-show reports": `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at, decided_at)
      select id('noShow', n), booking_id, case status when 'no_show_interviewee' then 'interviewer' else 'interviewee' end,
        '{"interviewee": [], "interviewer": []}'::jsonb, 'upheld', ends_at, ends_at
      from growth_bookings where status like 'no_show%'`,
    feedback: `insert into feedback (id, booking_id, interviewee_id, interviewer_id, interview_score, overall_summary, created_at)
      select id('feedback', n), booking_id, interviewee_id, interviewer_id, score,
        'Clear questions, and the hints came at the right moment. I know what to practice next.', ends_at + interval '2 hours'
      from growth_bookings where status = 'completed' and has_feedback order by n`,
    "means of recent ratings": `insert into recent_ratings (interviewer_id, ratings, average, newest_at)
      select interviewer_id, count(*), avg(interview_score), max(created_at) from (
        select *, row_number() over (partition by interviewer_id order by created_at desc) as place from feedback) rating
      where place <= 10 group by interviewer_id`,
    "files of feedback": `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at, is_early)
      select booking_id, 'feedback/' || booking_id || '.pdf', 'feedback.pdf', 50000, ends_at + interval '3 hours', turn < 10
      from growth_bookings where status = 'completed' and has_file order by n`,
    "reminders of feedback": `insert into feedback_reminders (booking_id, kind, dealt_at)
      select booking_id, kind, ends_at + interval '6 hours' from growth_bookings, unnest(array['first', 'last']) kind
      where status = 'completed' and (not has_file or (kind = 'first' and key % 3 = 0))`,
  };
}
