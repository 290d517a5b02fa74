-- Completed interviews whose feedback is still to come: neither the mentor's file nor a remedy for its absence is there. The
-- job that looks for late feedback reads these few rows every minute, and not every interview that ever took place.
create table awaited_feedback (
  booking_id uuid primary key references bookings (id),
  ends_at timestamptz not null
);

-- Triggers, because servers of the version before this one complete interviews and store files too.
create function update_awaited_feedback() returns trigger language plpgsql as $$
declare
  of_booking uuid := case tg_table_name when 'bookings' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new) ->> 'booking_id', to_jsonb(old) ->> 'booking_id') end::uuid;
begin
  insert into awaited_feedback (booking_id, ends_at)
    select id, ends_at from bookings where id = of_booking and status = 'completed'
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
  for each row when (old.status <> new.status and 'completed' in (old.status, new.status)) execute function update_awaited_feedback();
create trigger feedback_files_settle after insert or delete on feedback_files
  for each row execute function update_awaited_feedback();
create trigger remedies_settle after insert or delete on remedies
  for each row execute function update_awaited_feedback();

insert into awaited_feedback (booking_id, ends_at)
  select id, ends_at from bookings where status = 'completed'
    and not exists (select from feedback_files where booking_id = bookings.id)
    and not exists (select from remedies where booking_id = bookings.id);
create index awaited_feedback_by_end on awaited_feedback (ends_at);
