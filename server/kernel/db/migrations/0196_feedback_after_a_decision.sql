-- An interview that counted as missed takes no feedback. When we decide that both came, its feedback is awaited from then
-- on, as that of an unclear interview is.
create or replace function update_awaited_feedback() returns trigger language plpgsql as $$
declare
  of_booking uuid := case tg_table_name when 'bookings' then to_jsonb(new) ->> 'id'
    else coalesce(to_jsonb(new) ->> 'booking_id', to_jsonb(old) ->> 'booking_id') end::uuid;
begin
  insert into awaited_feedback (booking_id, ends_at)
    select id, case
        when exists (select from unclear_interviews where unclear_interviews.booking_id = of_booking)
          or tg_table_name = 'bookings' and to_jsonb(old) ->> 'status' like 'no_show%'
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
