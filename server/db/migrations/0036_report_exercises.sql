-- Which exercises of a report's plan the interviewee has done. An exercise belongs to one claim of the report.
create table report_exercises (
  booking_id uuid not null references bookings (id),
  claim_id uuid not null,
  user_id uuid not null references users (id),
  done_at timestamptz not null,
  primary key (booking_id, claim_id)
);
create index report_exercises_of_user on report_exercises (user_id);
