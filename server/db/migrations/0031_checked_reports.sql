-- Reports whose claims were checked against the record, what both parties say of them, and how the making goes.

-- `report` keeps the earlier shape, which a server of an older version reads. `checked` is `aiFeedbackSchema` of
-- contract/report-shape.ts, null in rows from before.
alter table ai_reports
  add column checked jsonb check (jsonb_typeof(checked) = 'object'),
  add column version integer not null default 1,
  add column input_tokens integer,
  add column output_tokens integer,
  -- Millionths of a US dollar; null when no prices are set.
  add column cost_micros bigint;

-- One row per booking whose report is due: what became of it. The latest error stands without the record's words.
create table report_makings (
  booking_id uuid primary key references bookings (id),
  first_tried_at timestamptz not null,
  last_tried_at timestamptz not null,
  tries integer not null,
  outcome text not null check (outcome in ('waiting', 'made', 'late')),
  problem text
);
create index report_makings_by_time on report_makings (last_tried_at);

create table report_disputes (
  booking_id uuid not null references bookings (id),
  claim_id uuid not null,
  user_id uuid not null references users (id),
  party text not null check (party in ('interviewee', 'interviewer')),
  line text not null check (length(line) between 1 and 300),
  made_at timestamptz not null,
  primary key (booking_id, claim_id, party)
);
create index report_disputes_of_user on report_disputes (user_id);

create table report_ratings (
  booking_id uuid primary key references bookings (id),
  user_id uuid not null references users (id),
  is_useful boolean not null,
  rated_at timestamptz not null
);
create index report_ratings_of_user on report_ratings (user_id);
