-- A booking that waits for the lock of an interviewee who deletes their account would otherwise spend a credit that is
-- left, take a slot and store a goal for an account that nobody can open. Their interviewer is checked by book_all and
-- book_slot, where blocked interviewers offer no slot.
create function refuse_booking_of_deleted_account() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.interviewee_id and deleted_at is not null) then
    raise exception 'the account % is deleted', new.interviewee_id
      using errcode = 'check_violation', constraint = 'booking_of_an_account';
  end if;
  return new;
end $$;

create trigger booking_of_an_account before insert on bookings
  for each row execute function refuse_booking_of_deleted_account();
