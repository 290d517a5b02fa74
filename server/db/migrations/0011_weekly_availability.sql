-- An interviewer's week as a rule, days away, what interviewees may know of them, their calendar feed; and accounts
-- that their owners close.

create table weekly_rules (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  -- ISO 8601: Monday is 1.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- [{"from": "18:00", "to": "21:00"}], wall times of time_zone.
  windows jsonb not null check (jsonb_typeof(windows) = 'array'),
  time_zone text not null,
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  -- Days that the rule leaves out, `2026-12-25`.
  exceptions text[] not null default '{}',
  minimum_notice_hours integer not null default 0 check (minimum_notice_hours between 0 and 336),
  most_per_day integer check (most_per_day between 1 and 32),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index weekly_rules_of_interviewer on weekly_rules (interviewer_id, created_at);

create table time_off (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  -- Whole days of time_zone, both included; the instants are what they were when it was asked for.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null
);
create index time_off_of_interviewer on time_off (interviewer_id, ends_at);

alter table availability
  -- The rule that laid the slot. A slot that its interviewer deleted by hand keeps it, so that it is not laid again;
  -- one that the rule itself took back loses it.
  add column rule_id uuid references weekly_rules (id) on delete set null,
  -- Minimum notice: from then on nobody may book it. Null: until it starts.
  add column bookable_until timestamptz check (bookable_until <= starts_at);
create index availability_of_rule on availability (rule_id, starts_at) where rule_id is not null;

create function refuse_late_booking() returns trigger language plpgsql as $$
begin
  if exists (
    select from availability slot
    where slot.id = new.slot_id and slot.bookable_until < coalesce(new.moved_at, new.created_at)
  ) then
    raise exception 'slot % takes no bookings any more', new.slot_id
      using errcode = 'check_violation', constraint = 'booking_in_time';
  end if;
  return new;
end $$;
create trigger bookings_are_in_time before insert or update of slot_id on bookings
  for each row execute function refuse_late_booking();

-- What interviewees read of an interviewer before they book.
create table interviewer_profiles (
  user_id uuid primary key references users (id),
  headline text not null default '',
  topics text[] not null default '{}' check (cardinality(topics) <= 8),
  photo_key text unique,
  updated_at timestamptz not null
);

-- One address a person. The token is 256 random bits; only its SHA-256 is kept, and revoking deletes the row.
create table calendar_feeds (
  user_id uuid primary key references users (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null
);

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('signup', 'signin', 'reset', 'delete'));

-- A closed account keeps its row, without anything that names its owner: ledgers and other people's history refer to it.
alter table users
  add column deleted_at timestamptz,
  add constraint users_deleted_is_blocked check (deleted_at is null or blocked_at is not null);
