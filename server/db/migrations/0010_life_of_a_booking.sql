-- What becomes of a booking after it was made: cancelled, moved, ended, missed; what is mailed on the way; and what is
-- given when the mentor's feedback does not come.

-- Names for the rules of 0005 that change here: an earning may also be void, when the interviewer turns out not to have come.
alter table earnings drop constraint earnings_status_check;
alter table earnings drop constraint earnings_check1;
alter table earnings add column voided_at timestamptz;
alter table earnings add constraint earnings_status_known check (status in ('pending', 'credited', 'void'));
alter table earnings add constraint earnings_credited_when check ((status = 'credited') = (credited_at is not null));
alter table earnings add constraint earnings_voided_when check ((status = 'void') = (voided_at is not null));

alter table bookings
  add column cancelled_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('interviewee', 'interviewer', 'operator')),
  -- Cancelled too late to be free: the session stays spent and the interviewer is paid.
  add column session_forfeited boolean not null default false,
  add column moved_at timestamptz,
  -- SEQUENCE of the calendar invitation (RFC 5545 §3.8.7.4): one up with each move and with the cancellation.
  add column invite_sequence integer not null default 0 check (invite_sequence >= 0),
  add constraint bookings_cancelled_by_somebody check ((cancelled_at is null) = (cancelled_by is null)),
  add constraint bookings_cancelled_is_cancelled check (cancelled_at is null or status = 'cancelled'),
  add constraint bookings_forfeited_by_interviewee check (not session_forfeited or cancelled_by = 'interviewee');

-- Where a booking stood before each move. `sequence` is the invitation's that told of the move.
create table booking_moves (
  booking_id uuid not null references bookings (id),
  sequence integer not null check (sequence > 0),
  from_slot_id uuid not null references availability (id),
  from_interviewer_id uuid not null references users (id),
  from_starts_at timestamptz not null,
  from_ends_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (booking_id, sequence)
);

-- Who said that the other did not come, with what the room had recorded of both by then. `pending` waits for the operator.
create table no_show_reports (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  reported_by text not null check (reported_by in ('interviewee', 'interviewer')),
  record jsonb not null,
  outcome text not null check (outcome in ('upheld', 'pending', 'dismissed')),
  reported_at timestamptz not null,
  decided_at timestamptz,
  check ((outcome = 'pending') = (decided_at is null)),
  constraint no_show_one_report_a_party unique (booking_id, reported_by)
);
create index no_show_reports_pending on no_show_reports (reported_at) where outcome = 'pending';

-- A reminder is dealt out once for the time at which the booking stands; one that is moved is reminded of anew.
create table session_reminders (
  booking_id uuid not null references bookings (id),
  hours_before integer not null,
  starts_at timestamptz not null,
  dealt_at timestamptz not null,
  primary key (booking_id, hours_before, starts_at)
);
create index bookings_pending_by_start on bookings (starts_at) where status = 'pending';

create table feedback_reminders (
  booking_id uuid not null references bookings (id),
  kind text not null check (kind in ('first', 'last')),
  dealt_at timestamptz not null,
  primary key (booking_id, kind)
);

-- What was given to an interviewee whose mentor's feedback did not come in time: once a booking.
create table remedies (
  booking_id uuid primary key references bookings (id),
  lot_id uuid not null unique references credit_lots (id),
  granted_at timestamptz not null
);
create index bookings_completed_by_end on bookings (ends_at) where status = 'completed';
