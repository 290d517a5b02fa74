-- At which times something changed that the figures of stored days count, so that the job computes these days again and
-- no others. Triggers write them in the transaction of the change, also for an older server, whose own job ignores them.
-- Each change adds a row, because one row for each day would make the changes of a day wait for each other.
create table figure_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null
);
create index figure_changes_by_time on figure_changes (at);

-- Changes before `until` are written, because these days are stored or wait for the job; later days are counted live.
-- The days from `since` on came in with the last step of `until`. A transaction that was running then may have seen the
-- earlier `until`, so the next step, a day later, has them computed again.
create table figure_progress (
  is_only_row boolean primary key default true check (is_only_row),
  since timestamptz not null,
  until timestamptz not null check (until > since)
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

-- A person belongs to the month of their first payment, so a payment also changes the months of the person's later ones.
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

create trigger payments_change_figures
  after insert or update of user_id, amount_paise, captured_at or delete on payments
  for each row execute function add_figure_changes_of_payment();
create trigger refunds_change_figures after insert or update of amount_paise, created_at or delete on refunds
  for each row execute function add_figure_changes('created_at');
create trigger feedback_changes_figures
  after insert or update of interviewer_id, interview_score, created_at or delete on feedback
  for each row execute function add_figure_changes('created_at');
create trigger feedback_files_change_figures after insert or update of uploaded_at or delete on feedback_files
  for each row execute function add_figure_changes('uploaded_at');

-- A booking takes a future slot, adds a booking and spends a credit now: no trigger calls its function for that. Slots and
-- bookings are written before they begin and never deleted, so only their updates count.
create trigger ledger_entries_change_figures after insert on ledger_entries
  for each row when (new.kind <> 'spend' or new.created_at < now() - interval '1 hour')
  execute function add_figure_changes('created_at');
create trigger bookings_change_figures after update of status, interviewer_id, starts_at, cancelled_at on bookings
  for each row when ((old.status, old.interviewer_id, old.starts_at, old.cancelled_at)
    is distinct from (new.status, new.interviewer_id, new.starts_at, new.cancelled_at))
  execute function add_figure_changes('starts_at', 'cancelled_at');
create trigger slots_change_figures after update of status, starts_at on availability
  for each row when ((old.status, old.starts_at) is distinct from (new.status, new.starts_at)
    and not (old.status = 'available' and new.status = 'booked' and new.starts_at > now()))
  execute function add_figure_changes('starts_at');
