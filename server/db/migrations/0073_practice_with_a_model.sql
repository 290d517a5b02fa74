-- A language model may take part in a practice round: it writes follow-ups, and drafts a report when the round ends.
alter table practice_rounds add column uses_model boolean not null default false;

-- The previous version of the server deletes rounds without knowing their reports.
create table practice_reports (
  round_id uuid primary key references practice_rounds (id) on delete cascade,
  user_id uuid not null references users (id),
  outcome text not null check (outcome in ('waiting', 'made', 'failed')),
  requested_at timestamptz not null,
  made_at timestamptz,
  report jsonb,
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  -- Why there is no report, for the operator; without any words of the round.
  problem text,
  check ((outcome = 'made') = (report is not null))
);
create index practice_reports_of_user on practice_reports (user_id);
