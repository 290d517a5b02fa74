-- What is said after a session, and what it pays.

create table feedback (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  interview_score integer not null check (interview_score between 1 and 5),
  overall_summary text not null,
  created_at timestamptz not null
);
create unique index feedback_one_per_booking on feedback (booking_id);
create index feedback_of_interviewer on feedback (interviewer_id);

-- The mentor's PDF; one a booking.
create table feedback_files (
  booking_id uuid primary key references bookings (id),
  storage_key text not null unique,
  file_name text not null,
  size_bytes integer not null check (size_bytes > 0),
  uploaded_at timestamptz not null
);

create table earnings (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  interviewer_id uuid not null references users (id),
  -- What the very session was sold for, and the part of it that is the interviewer's.
  session_price_paise integer not null check (session_price_paise >= 0),
  share_percent integer not null check (share_percent between 0 and 100),
  amount_paise integer not null check (amount_paise between 0 and session_price_paise),
  status text not null default 'pending' check (status in ('pending', 'credited')),
  created_at timestamptz not null,
  credited_at timestamptz,
  check ((status = 'credited') = (credited_at is not null))
);
create unique index earnings_one_per_booking on earnings (booking_id);
create index earnings_of_interviewer on earnings (interviewer_id, created_at);
