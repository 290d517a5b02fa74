import { currentPairs, firstCurrent, type GeneratorStatement, generatedId } from "./data-size.ts";

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

/** Adds these bookings to the plan of the bookings. */
export const planCurrentBookings: GeneratorStatement = {
  makes: "plan of the current bookings",
  sql: `insert into growth_bookings (n, turn, turn_of_interviewee, interviewee, key, booking_id, slot_id, interviewer_id, interviewee_id,
      starts_at, ends_at, status, created_at, has_meeting, has_file, has_feedback, score, is_paid_out, payout)
    select n, turn, turn, person, n, id('booking', n), id('slot', n), id('interviewer', person), id('interviewee', person),
      starts_at, starts_at + interval '45 minutes', status, least(starts_at, now()) - interval '2 days', has_meeting, has_file, has_file,
      ${lowScore}, is_paid_out, person * 1000::bigint
    from (${planned.join(" union all ")}) booking,
      lateral (select ${firstCurrent} + pair as person, ${firstCurrent} + pair * ${numbersOfPair} + turn as n) numbered`,
};

const pairs = `generate_series(0, ${currentPairs - 1}) pair`;

/** What waits for an operator, as far as it does not follow from these people's bookings and purchases. */
export const currentWorkStatements: readonly GeneratorStatement[] = [
  {
    makes: "disputes",
    sql: `insert into no_show_reports (id, booking_id, reported_by, record, outcome, reported_at)
      select id('noShow', n), booking_id, 'interviewee', '{"interviewee": [], "interviewer": []}', 'pending', ends_at
      from growth_bookings where n >= ${firstCurrent} and turn = ${bookings.findIndex(({ isDisputed }) => isDisputed)}`,
  },
  {
    makes: "payments of another amount",
    sql: `insert into audit_log (actor, action, subject, details, created_at)
      select 'system', 'payment.mismatch', 'order:' || id, json_build_object('orderId', id, 'providerPaymentId', 'pay_odd' || receipt,
        'expectedPaise', amount_paise, 'amountPaise', 100, 'currency', 'INR'), now() - interval '1 hour'
      from orders where provider_order_id like 'order\\_x%' and user_id >= id('interviewee', ${firstCurrent})`,
  },
  {
    makes: "applications",
    sql: `insert into interviewer_applications (id, email, name, years, experience, roles, levels, profile_url, availability, sample_review,
        submitted_at, waits_from)
      select id('application', pair), 'applicant' || pair || '@growth.example', 'Applicant ' || pair, 5, 'Five years of search', '{}', '{}',
        'https://growth.example', 'Evenings', 'Clear questions', at, at
      from ${pairs}, lateral (select now() - interval '1 day' + pair * interval '1 second') received (at)`,
  },
  {
    makes: "approvals",
    sql: `insert into operator_approvals (id, kind, payload, lines, version, reason, asked_by, asked_at, expires_at)
      select id('approval', pair), 'grant', '{}', '[]', '1', 'The room froze', '${generatedId("interviewee", 52)}', at, at + interval '24 hours'
      from ${pairs}, lateral (select now() - pair * interval '1 second') asked (at)`,
  },
  {
    makes: "files that are held",
    sql: `insert into resume_files (user_id, storage_key, file_name, size_bytes, uploaded_at, held_at)
      select id('interviewee', n), 'resumes/' || id('interviewee', n) || '.pdf', 'resume.pdf', 50000, at, at
      from growth_people, lateral (select now() - interval '1 hour' + pair * interval '1 second') uploaded (at)
      where role = 'interviewee' and pair is not null`,
  },
  {
    makes: "coupons",
    sql: `insert into coupons (id, code, kind, value, starts_at, created_at)
      select id('coupon', pair), 'CURRENT-' || pair, 'percent', 10, at, at
      from ${pairs}, lateral (select now() - interval '10 days' + pair * interval '1 second') made (at)`,
  },
];
