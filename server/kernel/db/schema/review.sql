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
create index feedback_by_time on feedback (created_at);
create index feedback_of_interviewee on feedback (interviewee_id, created_at, id);
create index feedback_of_interviewer_and_time on feedback (interviewer_id, created_at);
create index feedback_ratings_of_interviewer on feedback (interviewer_id) include (interview_score);

-- Locks the row first, so that of two ratings at once the second sees the first.
create function update_recent_ratings() returns trigger language plpgsql as $$
declare
  rated uuid := coalesce(new.interviewer_id, old.interviewer_id);
begin
  insert into recent_ratings (interviewer_id) values (rated) on conflict do nothing;
  perform from recent_ratings where interviewer_id = rated for no key update;
  update recent_ratings set (ratings, average, newest_at) = (
    select count(*), avg(interview_score)::float8, max(created_at) from (
      select interview_score, created_at from feedback where interviewer_id = rated order by created_at desc limit 10) newest)
    where interviewer_id = rated;
  return null;
end $$;
create trigger feedback_changes_recent_ratings after insert or delete or update on feedback
  for each row execute function update_recent_ratings();

-- The mean of an interviewer's last ten ratings.
create table recent_ratings (
  interviewer_id uuid primary key references users (id),
  ratings integer not null default 0,
  -- Both are null without ratings.
  average double precision,
  newest_at timestamptz
);
create index recent_ratings_by_average on recent_ratings (average);

-- The mentor's PDF; one a booking.
create table feedback_files (
  booking_id uuid primary key references bookings (id),
  storage_key text not null unique,
  file_name text not null,
  size_bytes integer not null check (size_bytes > 0),
  uploaded_at timestamptz not null,
  held_at timestamptz,
  -- One of the interviewer's first ten completed interviews, so perhaps one of the first five of a probation.
  is_early boolean not null default false
);
-- The feedback that came last, for a look at that of new interviewers.
create index feedback_files_by_time on feedback_files (uploaded_at);
create index feedback_files_early on feedback_files (uploaded_at) where is_early;
create index feedback_files_held on feedback_files (held_at) where held_at is not null;

create function mark_early_feedback() returns trigger language plpgsql as $$
begin
  new.is_early := not exists (
    select from bookings booking join bookings earlier
      on earlier.interviewer_id = booking.interviewer_id and earlier.status = 'completed' and earlier.starts_at < booking.starts_at
    where booking.id = new.booking_id offset 9);
  return new;
end $$;
create trigger feedback_files_are_early before insert on feedback_files
  for each row execute function mark_early_feedback();

create table feedback_scores (
  booking_id uuid not null references bookings (id),
  -- `areaNames` and `trackNames` of contract/review/tracks.ts.
  area text not null check (area ~ '^[a-zA-Z-]{1,60}$'),
  track text not null check (track ~ '^[a-zA-Z-]{1,60}$'),
  score smallint check (score between 1 and 5),
  notes text not null default '' check (length(notes) <= 3000),
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  scored_at timestamptz not null,
  primary key (booking_id, area)
);
create index feedback_scores_of_interviewee on feedback_scores (interviewee_id, scored_at);
create index feedback_scores_of_interviewer on feedback_scores (interviewer_id);

create table feedback_summaries (
  booking_id uuid primary key references bookings (id),
  summary text not null check (length(summary) between 1 and 5000),
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  written_at timestamptz not null,
  writing_seconds integer check (writing_seconds between 1 and 86400),
  next_steps text not null default '' check (length(next_steps) <= 2000),
  questions text not null default '' check (length(questions) <= 4000)
);
create index feedback_summaries_of_interviewee on feedback_summaries (interviewee_id);
create index feedback_summaries_of_interviewer on feedback_summaries (interviewer_id);

create table feedback_reminders (
  booking_id uuid not null references bookings (id),
  kind text not null check (kind in ('first', 'last')),
  dealt_at timestamptz not null,
  primary key (booking_id, kind)
);

-- Completed interviews without the mentor's file and without a remedy for its absence.
create table awaited_feedback (
  booking_id uuid primary key references bookings (id),
  ends_at timestamptz not null,
  -- Late feedback for which no remedy is due, because the session was given as a remedy or has had one.
  is_without_remedy boolean not null default false
);
create index awaited_feedback_by_end on awaited_feedback (ends_at);

-- What was given to an interviewee whose mentor's feedback did not come in time: once a booking.
create table remedies (
  booking_id uuid primary key references bookings (id),
  lot_id uuid not null unique references credit_lots (id),
  granted_at timestamptz not null
);
create index remedies_by_time on remedies (granted_at);

-- When the interview was completed, which can be days after its end.
create function update_awaited_feedback() returns trigger language plpgsql as $$
declare
  of_booking uuid := case tg_table_name when 'bookings' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new) ->> 'booking_id', to_jsonb(old) ->> 'booking_id') end::uuid;
begin
  insert into awaited_feedback (booking_id, ends_at)
    select id, case when exists (select from unclear_interviews where unclear_interviews.booking_id = of_booking)
        then greatest(ends_at, completed_at) else ends_at end
      from bookings where id = of_booking and status = 'completed'
      and not exists (select from feedback_files where booking_id = of_booking)
      and not exists (select from remedies where booking_id = of_booking)
    on conflict do nothing;
  if not found then
    delete from awaited_feedback where booking_id = of_booking
      and (exists (select from feedback_files where booking_id = of_booking)
        or exists (select from remedies where booking_id = of_booking)
        or exists (select from bookings where id = of_booking and status <> 'completed'));
  end if;
  return null;
end $$;
create trigger bookings_await_feedback after insert on bookings
  for each row when (new.status = 'completed') execute function update_awaited_feedback();
create trigger bookings_stop_awaiting_feedback after update of status on bookings
  for each row
  when (old.status <> new.status and ('completed' = old.status or 'completed' = new.status))
  execute function update_awaited_feedback();
create trigger feedback_files_settle after insert or delete on feedback_files
  for each row execute function update_awaited_feedback();
create trigger remedies_settle after insert or delete on remedies
  for each row execute function update_awaited_feedback();

create table ai_reports (
  booking_id uuid primary key references bookings (id),
  interviewee_id uuid not null references users (id),
  -- `aiReportSchema` of contract/review/feedback.ts.
  report jsonb check (jsonb_typeof(report) = 'object'),
  created_at timestamptz not null,
  checked jsonb check (jsonb_typeof(checked) = 'object'),
  version integer not null default 1,
  input_tokens integer,
  output_tokens integer,
  -- Millionths of a US dollar; null when no prices are set.
  cost_micros bigint
);
create index ai_reports_of_interviewee on ai_reports (interviewee_id);

-- One row per booking whose report is due: what became of it. The latest error stands without the record's words.
create table report_makings (
  booking_id uuid primary key references bookings (id),
  first_tried_at timestamptz not null,
  last_tried_at timestamptz not null,
  tries integer not null,
  outcome text not null check (outcome in ('waiting', 'made', 'late')),
  problem text,
  lease_id uuid,
  leased_until timestamptz,
  -- The tokens and the cost of all attempts together, also of those that failed; null while no model was asked.
  input_tokens bigint,
  output_tokens bigint,
  cost_micros bigint,
  constraint report_makings_lease check ((lease_id is null) = (leased_until is null))
);
create index report_makings_by_time on report_makings (last_tried_at);
create index report_makings_waiting on report_makings (last_tried_at) where outcome = 'waiting';

-- Which exercises of a report's plan the interviewee has done. An exercise belongs to one claim of the report.
create table report_exercises (
  booking_id uuid not null references bookings (id),
  -- The claim of an exercise, or the derived id of one of the mentor's next steps.
  claim_id uuid not null,
  user_id uuid not null references users (id),
  done_at timestamptz not null,
  primary key (booking_id, claim_id)
);
create index report_exercises_of_user on report_exercises (user_id);

create table report_ratings (
  booking_id uuid references bookings (id),
  user_id uuid not null references users (id),
  is_useful boolean not null,
  rated_at timestamptz not null,
  round_id uuid,
  constraint report_ratings_about_one check (num_nonnulls(booking_id, round_id) = 1)
);
create unique index report_ratings_of_booking on report_ratings (booking_id);
create unique index report_ratings_of_round on report_ratings (round_id);
create index report_ratings_of_user on report_ratings (user_id);

create table report_disputes (
  booking_id uuid references bookings (id),
  claim_id uuid not null,
  user_id uuid not null references users (id),
  party text not null check (party in ('interviewee', 'interviewer')),
  line text not null check (length(line) between 1 and 300),
  made_at timestamptz not null,
  round_id uuid,
  constraint report_disputes_about_one check (num_nonnulls(booking_id, round_id) = 1)
);
create unique index report_disputes_of_booking on report_disputes (booking_id, claim_id, party);
create unique index report_disputes_of_round on report_disputes (round_id, claim_id, party);
create index report_disputes_of_user on report_disputes (user_id);

-- Whether an interview is early depends on the others of its interviewer.
create function mark_early_feedback_of_interviewer() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    update feedback_files set is_early = true where booking_id = new.id and not is_early;
  else
    update feedback_files set is_early = true where not is_early and booking_id in (
      select id from bookings where interviewer_id = new.interviewer_id and status = 'completed' order by starts_at limit 10);
  end if;
  return null;
end $$;
create trigger bookings_change_early_feedback after update of status on bookings
  for each row
  when (old.status <> new.status and ('completed' = old.status or 'completed' = new.status))
  execute function mark_early_feedback_of_interviewer();
