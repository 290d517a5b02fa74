-- Somebody who waits until a mentor is free: at any time, or at the time of one slot.
create table slot_waits (
  -- The order of the queue: ids sort by the time at which they were made.
  id uuid primary key,
  user_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  -- Null for any time.
  slot_id uuid references availability (id),
  created_at timestamptz not null,
  unique nulls not distinct (user_id, interviewer_id, slot_id)
);
create index slot_waits_for_interviewer on slot_waits (interviewer_id, id);
create index slot_waits_by_age on slot_waits (created_at);

-- To whom a free slot was offered since it was last booked: nobody has two turns, and few people have one.
create table slot_turns (
  slot_id uuid references availability (id),
  user_id uuid references users (id),
  primary key (slot_id, user_id)
);
create index slot_turns_of_user on slot_turns (user_id);

-- A booking ends what its person waited for, and the turns of its slot.
create function end_waits_when_booked() returns trigger language plpgsql as $$
begin
  delete from slot_waits where user_id = new.interviewee_id and interviewer_id = new.interviewer_id
    and (slot_id is null or slot_id = new.slot_id);
  delete from slot_turns where slot_id = new.slot_id;
  return null;
end $$;
create trigger bookings_end_waits after insert or update of slot_id on bookings
  for each row execute function end_waits_when_booked();

-- A free slot that is held for somebody who waited for it. Nobody has two of them, or two slots that they chose.
alter table slot_holds add offered boolean not null default false;
alter table slot_holds drop constraint slot_holds_user_id_key;
create unique index slot_holds_one_a_person on slot_holds (user_id, offered);
