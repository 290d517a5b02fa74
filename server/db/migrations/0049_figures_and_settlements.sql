-- What happened on one day in the business's time zone, computed by a job once the day is over. Open sessions are those
-- at the end of the day; money is paise.
create table figure_days (
  day date primary key,
  payments integer not null,
  revenue_paise bigint not null,
  refunds_paise bigint not null,
  sessions_sold integer not null,
  sessions_given integer not null,
  sessions_used integer not null,
  sessions_refunded integer not null,
  open_sessions integer not null,
  open_paise bigint not null,
  slots_offered integer not null,
  slots_booked integer not null,
  interviews integer not null,
  completed integer not null,
  no_show_interviewee integer not null,
  no_show_interviewer integer not null,
  cancelled integer not null,
  feedback_files integer not null,
  feedback_minutes bigint not null,
  computed_at timestamptz not null
);

-- The same for one interviewer, for days on which they had an interview or a rating.
create table figure_interviewer_days (
  interviewer_id uuid not null references users (id),
  day date not null,
  interviews integer not null,
  no_shows integer not null,
  ratings integer not null,
  rating_sum integer not null,
  feedback_files integer not null,
  feedback_minutes bigint not null,
  primary key (day, interviewer_id)
);
create index figure_interviewer_days_of_interviewer on figure_interviewer_days (interviewer_id, day);

-- People by the month of their first payment, and what they paid in each month. Months are their first days.
create table figure_cohorts (
  cohort date not null,
  month date not null check (month >= cohort),
  buyers integer not null,
  revenue_paise bigint not null,
  primary key (cohort, month)
);

-- A settlement file of the payment provider that an operator uploaded, with what was different from our books.
create table settlement_files (
  id uuid primary key,
  file_name text not null,
  content_hash bytea not null unique check (octet_length(content_hash) = 32),
  provider text not null,
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  rows integer not null,
  payments integer not null,
  refunds integer not null,
  -- The provider's first and last moment of a payment or refund in the file.
  from_at timestamptz not null,
  until_at timestamptz not null,
  paid_paise bigint not null,
  refunded_paise bigint not null,
  fee_paise bigint not null,
  differences integer not null
);
create index settlement_files_by_time on settlement_files (uploaded_at, id);
create index settlement_files_by_uploader on settlement_files (uploaded_by);

create table settlement_differences (
  file_id uuid not null references settlement_files (id),
  position integer not null,
  kind text not null check (kind in ('missing-with-us', 'missing-with-provider', 'other-amount')),
  entity text not null check (entity in ('payment', 'refund')),
  -- The provider's id.
  reference text not null,
  ours_paise bigint,
  theirs_paise bigint,
  -- Null where it is missing with us.
  payment_id uuid references payments (id),
  line integer,
  primary key (file_id, position)
);
