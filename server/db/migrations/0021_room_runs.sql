-- Runs of the code pad, as the page that ran them told of them.
create table room_code_runs (
  -- Made by the runner's page, so that a run told of again after a cut is the same run.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  runner_id uuid not null references users (id),
  position bigint generated always as identity,
  language text not null check (language in ('python', 'javascript')),
  outcome text not null check (outcome in ('finished', 'failed', 'stopped', 'timed_out', 'out_of_memory')),
  output text not null check (length(output) <= 20000),
  duration_ms integer not null check (duration_ms >= 0),
  ran_at timestamptz not null
);
create index room_code_runs_in_order on room_code_runs (booking_id, position);
create index room_code_runs_of_runner on room_code_runs (runner_id);
