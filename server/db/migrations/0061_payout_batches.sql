-- What was exported for the bank: the entries with the amounts of that moment. Marking as paid names a batch and pays
-- these entries and no others. At most one batch is open; an export closes the one before it.
create table payout_batches (
  id uuid primary key,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  closed_at timestamptz check (closed_at >= made_at)
);
create unique index payout_batches_one_open on payout_batches ((closed_at is null)) where closed_at is null;
create index payout_batches_of_operator on payout_batches (made_by);

create table payout_batch_lines (
  batch_id uuid not null references payout_batches (id),
  interviewer_id uuid not null references users (id),
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  amount_paise integer not null check (case kind when 'earned' then amount_paise >= 0 else amount_paise <= 0 end),
  primary key (batch_id, earning_id, kind)
);
create index payout_batch_lines_of_person on payout_batch_lines (batch_id, interviewer_id);
create index payout_batch_lines_of_interviewer on payout_batch_lines (interviewer_id);
create trigger payout_batch_lines_are_append_only before update or delete on payout_batch_lines
  for each row execute function refuse_change();
