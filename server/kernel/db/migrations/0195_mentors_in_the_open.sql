-- What a mentor shows of themselves once they choose to be listed. The previous version reads headline, topics and photo.
alter table interviewer_profiles
  add slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 40),
  add listed_at timestamptz,
  -- An operator took the page down, and the reason that the mentor reads.
  add hidden_at timestamptz,
  add hidden_reason text check (char_length(hidden_reason) between 3 and 500),
  add years smallint check (years between 0 and 60),
  -- Keys of contract/people/mentors.ts and contract/kernel/topics.ts.
  add roles text[] not null default '{}',
  add levels text[] not null default '{}',
  add languages text[] not null default '{}',
  add topic_keys text[] not null default '{}',
  -- "How I interview", in their words.
  add approach text not null default '' check (char_length(approach) <= 1000),
  add shows_last_name boolean not null default false,
  add constraint interviewer_profiles_listed_with_slug check (listed_at is null or slug is not null),
  add constraint interviewer_profiles_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null));
create index interviewer_profiles_listed on interviewer_profiles (user_id)
  where listed_at is not null and hidden_at is null;

-- Topics used to be free text; they stay readable until their mentor chooses from the list.
update interviewer_profiles set approach = left('I interview on ' || array_to_string(topics, ', ') || '.', 1000)
  where cardinality(topics) > 0;

-- Facts that an operator checked: what was seen, never the document itself.
create table mentor_checks (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('degree', 'employer', 'identity')),
  -- What the page says: "IIT Bombay degree".
  claim text not null check (char_length(claim) between 2 and 80),
  -- For the desk: "Degree certificate of 2016, on a call with screen sharing".
  evidence text not null check (char_length(evidence) between 3 and 500),
  checked_by uuid not null references users (id),
  checked_at timestamptz not null,
  withdrawn_at timestamptz
);
create index mentor_checks_of_user on mentor_checks (user_id, checked_at);
create index mentor_checks_by_operator on mentor_checks (checked_by);

-- The public numbers of an interviewer, counted anew after each interview, rating and feedback.
create table mentor_numbers (
  user_id uuid primary key references users (id),
  ratings integer not null default 0 check (ratings >= 0),
  -- Mean of all ratings, 1 to 5; null without one.
  rating double precision check (rating between 1 and 5),
  -- Interviews that took place.
  interviews integer not null default 0 check (interviews >= 0),
  -- Of the last 50 in our room: the share that they entered at most 2 minutes after the start; null without one.
  punctuality double precision check (punctuality between 0 and 1),
  -- Median of the last 50, in minutes from the end to the feedback; null without one.
  feedback_minutes integer check (feedback_minutes >= 0),
  counted_at timestamptz not null
);

-- A slot that somebody chose and has not paid yet: one a person, for ten minutes.
create table slot_holds (
  slot_id uuid primary key references availability (id),
  user_id uuid not null unique references users (id),
  held_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > held_at)
);
create index slot_holds_by_expiry on slot_holds (expires_at);

-- At the end of each transaction a hold has a held slot, and a held slot has a hold or a proposal.
create function check_slot_hold() returns trigger language plpgsql as $$
begin
  if exists (
    select from slot_holds hold join availability slot on slot.id = hold.slot_id
      where hold.slot_id = new.slot_id and slot.status <> 'held') then
    raise exception 'the slot % is not held', new.slot_id
      using errcode = 'check_violation', constraint = 'holds_hold_their_slot';
  end if;
  return null;
end $$;
create constraint trigger slot_holds_hold_slot after insert on slot_holds deferrable initially deferred
  for each row execute function check_slot_hold();

create function check_held_slot_of_hold() returns trigger language plpgsql as $$
begin
  if exists (
    select from slot_holds hold join availability slot on slot.id = hold.slot_id
      where hold.slot_id = new.id and slot.status <> 'held') then
    raise exception 'the slot % is held for somebody who is paying', new.id
      using errcode = 'check_violation', constraint = 'holds_hold_their_slot';
  end if;
  return null;
end $$;
create constraint trigger availability_keeps_slot_of_hold after update of status
  on availability deferrable initially deferred
  for each row
  when (old.status = 'held' and new.status <> 'held')
  execute function check_held_slot_of_hold();

-- The slot that a purchase is for: paying books it in the same transaction.
alter table orders add slot_id uuid references availability (id);
create index orders_for_slot on orders (slot_id) where slot_id is not null;
