-- Contains every upcoming booking without the link of a meeting, and at most a few more. The desk lists those without one,
-- and searched all upcoming bookings for them. Triggers keep the rows, because servers of the version before this one
-- write, too.
create table bookings_without_meeting (
  booking_id uuid primary key references bookings (id)
);

-- A row that is locked is being deleted by somebody else, unless they roll back: then one row too many stays. Waiting for
-- it would deadlock with a cancellation, which changes the booking first and then its meeting.
create function delete_booking_without_meeting(changed uuid) returns void language sql as $$
  delete from bookings_without_meeting where booking_id in (
    select booking_id from bookings_without_meeting where booking_id = changed for update skip locked)
$$;

create function update_meeting_of_booking() returns trigger language plpgsql as $$
begin
  if new.status = 'pending' then
    insert into bookings_without_meeting (booking_id) values (new.id) on conflict do nothing;
  else
    perform delete_booking_without_meeting(new.id);
  end if;
  return null;
end $$;
create trigger bookings_need_a_meeting after insert or update of status on bookings
  for each row execute function update_meeting_of_booking();

create function end_booking_without_meeting() returns trigger language plpgsql as $$
begin
  perform delete_booking_without_meeting(new.booking_id);
  return null;
end $$;
create trigger meetings_get_a_link after insert or update of join_url on meetings
  for each row when (new.join_url is not null) execute function end_booking_without_meeting();

create function begin_booking_without_meeting() returns trigger language plpgsql as $$
begin
  insert into bookings_without_meeting (booking_id)
    select id from bookings where id = old.booking_id and status = 'pending' on conflict do nothing;
  return null;
end $$;
create trigger meetings_lose_their_link after delete on meetings
  for each row when (old.join_url is not null) execute function begin_booking_without_meeting();

insert into bookings_without_meeting (booking_id)
  select id from bookings
    where status = 'pending' and (select join_url from meetings where booking_id = bookings.id) is null;
