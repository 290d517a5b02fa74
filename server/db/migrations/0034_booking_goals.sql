-- What an interviewee wants from an interview. A row stays with its booking when the booking moves.

create table booking_goals (
  booking_id uuid primary key references bookings (id),
  interviewee_id uuid not null references users (id),
  -- `goalSchema` of contract/goals.ts.
  goal jsonb not null check (jsonb_typeof(goal) = 'object' and pg_column_size(goal) <= 16000),
  updated_at timestamptz not null
);
create index booking_goals_of_interviewee on booking_goals (interviewee_id);
