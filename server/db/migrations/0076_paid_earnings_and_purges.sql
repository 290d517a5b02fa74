-- Marks the earnings that a payout contains, so that the due ones are found by an index and not by comparing all earnings
-- with all payouts. The trigger marks those that an older server pays out, too.
alter table earnings add column paid_out boolean not null default false;

create function mark_paid_earnings() returns trigger language plpgsql as $$
begin
  update earnings set paid_out = true from inserted where earnings.id = inserted.earning_id and inserted.kind = 'earned';
  return null;
end $$;
create trigger payout_lines_mark_earnings after insert on payout_lines
  referencing new table as inserted for each statement execute function mark_paid_earnings();

-- How far the deletion of old records has come, so that it looks only at the interviews that have become old since.
create table record_purges (
  is_only_row boolean primary key default true check (is_only_row),
  ended_before timestamptz not null
);
