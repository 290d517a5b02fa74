-- Interviews of which the room's record shows neither that they took place nor who missed them: both were there, but too
-- short, or nobody was. Such a booking stays pending, and its session and pay wait for an answer. An older server does not
-- know these rows and completes the booking.
create table unclear_interviews (
  booking_id uuid primary key references bookings (id),
  found text not null check (found in ('ended-early', 'nobody-came')),
  found_at timestamptz not null,
  seconds_together integer not null check (seconds_together >= 0),
  -- Why it was short, in the interviewer's words.
  reason text check (char_length(reason) between 1 and 500),
  -- Whether this party says that it took place.
  interviewee_confirmed boolean,
  interviewer_confirmed boolean,
  outcome text check (outcome in ('took-place', 'session-returned', 'missed')),
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (found = 'ended-early' or reason is null),
  check (found = 'nobody-came' or interviewer_confirmed is null)
);
create index unclear_interviews_open on unclear_interviews (found, found_at) where outcome is null;
