-- One slot a person is held at a time, chosen or offered: an order is for the slot that its buyer holds.
with ended as (
  delete from slot_holds offer using slot_holds chosen
    where offer.offered and not chosen.offered and chosen.user_id = offer.user_id returning offer.slot_id
)
update availability slot set status = 'available' from ended where slot.id = ended.slot_id and slot.status = 'held';
drop index slot_holds_one_a_person;
create unique index slot_holds_one_a_person on slot_holds (user_id);

-- A hold that ends early ends when it began, and the next run of the job gives its slot to the next person.
alter table slot_holds drop constraint slot_holds_check;
alter table slot_holds add constraint slot_holds_check check (expires_at >= held_at);

-- A turn counts for a day, also if the slot is booked and canceled again or its person deletes the account.
alter table slot_turns add created_at timestamptz not null default 'epoch';
alter table slot_turns alter created_at drop default;
drop index slot_turns_of_user;
create index slot_turns_of_user on slot_turns (user_id, created_at);
create index slot_turns_by_age on slot_turns (created_at);

-- A booking ends what its person waited for, and their hold at its time.
create or replace function end_waits_when_booked() returns trigger language plpgsql as $$
begin
  delete from slot_waits where user_id = new.interviewee_id and interviewer_id = new.interviewer_id
    and (slot_id is null or slot_id = new.slot_id);
  update slot_holds hold set expires_at = held_at from availability slot
    where slot.id = hold.slot_id and hold.user_id = new.interviewee_id
      and slot.starts_at < new.ends_at and slot.ends_at > new.starts_at;
  return null;
end $$;

-- Without a wait for its mentor, an offer goes on to the next person.
create function end_offers_without_wait() returns trigger language plpgsql as $$
begin
  update slot_holds hold set expires_at = held_at from availability slot
    where slot.id = hold.slot_id and hold.user_id = old.user_id and hold.offered
      and slot.interviewer_id = old.interviewer_id
      and not exists (
        select from slot_waits wait where wait.user_id = old.user_id and wait.interviewer_id = old.interviewer_id);
  return null;
end $$;
create trigger slot_waits_end_offers after delete on slot_waits
  for each row execute function end_offers_without_wait();

-- An interviewer books nothing, and nobody books somebody who is none any more.
create function end_waits_with_role() returns trigger language plpgsql as $$
begin
  delete from slot_waits where user_id = new.id or interviewer_id = new.id;
  update slot_holds set expires_at = held_at where user_id = new.id;
  return null;
end $$;
create trigger users_end_waits after update of role on users
  for each row when (old.role <> new.role) execute function end_waits_with_role();
