-- The second factor of an operator: a secret for time-based codes (RFC 6238), encrypted with the server's secret.
create table operator_second_factors (
  user_id uuid primary key references users (id),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint
);

-- Codes for an operator without the device. Each works once; only its keyed hash is stored.
create table operator_recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins in which an operator has given password and second factor. `confirmed_at` is the last time.
create table operator_sign_ins (
  session_id uuid primary key references auth_sessions (id),
  opened_at timestamptz not null,
  confirmed_at timestamptz not null,
  check (confirmed_at >= opened_at)
);

-- Actions of an operator over a limit, which run only when a second operator approves them.
create table operator_approvals (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'payout', 'grant', 'cancel', 'price', 'coupon')),
  payload jsonb not null,
  lines jsonb not null,
  version text not null,
  reason text not null,
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision_reason text,
  check (expires_at > asked_at),
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null)),
  constraint operator_approvals_need_another check (outcome is distinct from 'approved' or decided_by <> asked_by)
);
create index operator_approvals_by_asker on operator_approvals (asked_by);
create index operator_approvals_by_decider on operator_approvals (decided_by) where decided_by is not null;
create index operator_approvals_by_time on operator_approvals (asked_at, id);
create index operator_approvals_open on operator_approvals (asked_at, id) where outcome is null;
create index operator_approvals_reason_words on operator_approvals
  using gin (to_tsvector('simple', reason || ' ' || coalesce(decision_reason, '')));
create index operator_approvals_words on operator_approvals using gin (to_tsvector('simple', lines));

-- Opens a view in a new tab: for one use, one sign-in and one minute. Stored as its SHA-256.
create table see_as_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  session_id uuid not null references auth_sessions (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index see_as_codes_of_session on see_as_codes (session_id);
create index see_as_codes_of_user on see_as_codes (user_id);

-- An operator looks at the product as a person sees it.
create table see_as_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null references auth_sessions (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index see_as_tokens_of_session on see_as_tokens (session_id);
create index see_as_tokens_of_user on see_as_tokens (user_id);

-- Who has taken a line of the operators' work queue, and that it was dealt with.
create table work_states (
  -- What waits, and its id: ('refused-refund', the refund's id).
  kind text not null,
  subject text not null,
  taken_by uuid references users (id),
  taken_at timestamptz,
  -- Since when the line had waited. When it happens again, it waits since later and is back.
  done_since timestamptz,
  done_by uuid references users (id),
  done_at timestamptz,
  note text not null default '',
  primary key (kind, subject),
  check ((taken_by is null) = (taken_at is null)),
  check ((done_by is null) = (done_at is null) and (done_by is null) = (done_since is null))
);
create index work_states_by_done on work_states (done_at) where done_at is not null;
create index work_states_of_doer on work_states (done_by) where done_by is not null;
create index work_states_of_taker on work_states (taken_by) where taken_by is not null;

-- What happened on one day in the business's time zone, computed by a job once the day is over.
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
  month date not null,
  buyers integer not null,
  revenue_paise bigint not null,
  primary key (cohort, month),
  check (month >= cohort)
);

-- Changes before `until` are written, because these days are stored or wait for the job; later days are counted live.
create table figure_progress (
  is_only_row boolean default true primary key check (is_only_row),
  since timestamptz not null,
  until timestamptz not null,
  check (until > since)
);

-- Times at which something changed that stored days count, so that a job counts these days again.
create table figure_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null
);
create index figure_changes_by_time on figure_changes (at);

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
  differences integer not null,
  refunds_from_at timestamptz,
  refunds_until_at timestamptz,
  constraint settlement_files_refund_span
    check ((refunds_from_at is null) = (refunds_until_at is null) and refunds_from_at <= refunds_until_at)
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
  primary key (file_id, "position")
);

-- The arguments of a trigger name the columns with the times at which the figures count its row.
create function add_figure_changes() returns trigger language plpgsql as $$
begin
  insert into figure_changes (at)
    select distinct value::timestamptz
      from unnest(tg_argv) name cross join lateral unnest(array[to_jsonb(old) ->> name, to_jsonb(new) ->> name]) value
      where isfinite(value::timestamptz) and value::timestamptz < (select until from figure_progress);
  return null;
end $$;
create trigger refunds_change_figures after insert or delete or update of amount_paise, created_at on refunds
  for each row execute function add_figure_changes('created_at');
create trigger feedback_changes_figures after insert
    or delete
    or update of interviewer_id, interview_score, created_at on feedback
  for each row execute function add_figure_changes('created_at');
create trigger feedback_files_change_figures after insert or delete or update of uploaded_at on feedback_files
  for each row execute function add_figure_changes('uploaded_at');
-- A booking takes a future slot, adds a booking and spends a credit now: no trigger calls its function for that.
create trigger ledger_entries_change_figures after insert on ledger_entries
  for each row
  when (new.kind <> 'spend' or new.created_at < (now() - interval '1 hour'))
  execute function add_figure_changes('created_at');
create trigger bookings_change_figures after update of status, interviewer_id, starts_at, cancelled_at on bookings
  for each row
  when (old.status is distinct from new.status
    or old.interviewer_id is distinct from new.interviewer_id
    or old.starts_at is distinct from new.starts_at
    or old.cancelled_at is distinct from new.cancelled_at)
  execute function add_figure_changes('starts_at', 'cancelled_at');
create trigger slots_change_figures after update of status, starts_at on availability
  for each row
  when ((old.status is distinct from new.status
    or old.starts_at is distinct from new.starts_at)
    and not (old.status = 'available'
    and new.status = 'booked'
    and new.starts_at > now()))
  execute function add_figure_changes('starts_at');

-- A person belongs to the month of their first payment, so a payment changes their later months, too.
create function add_figure_changes_of_payment() returns trigger language plpgsql as $$
declare
  first_at timestamptz := least(old.captured_at, new.captured_at);
  before timestamptz := (select until from figure_progress);
begin
  if first_at < before then
    insert into figure_changes (at) select first_at
      union select at from unnest(array[old.captured_at, new.captured_at]) at where at < before
      union select captured_at from payments
        where user_id in (old.user_id, new.user_id) and captured_at >= first_at and captured_at < before;
  end if;
  return null;
end $$;
create trigger payments_change_figures after insert
    or delete
    or update of user_id, amount_paise, captured_at on payments
  for each row execute function add_figure_changes_of_payment();
