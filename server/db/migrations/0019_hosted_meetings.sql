-- Meetings at a provider whose hosts can each hold only so many at a time (docs/decisions, "A pool of hosts").

-- A seat is one of the meetings that a host can hold at a time. A booking's meeting takes one of them for its time, as a
-- booking takes a slot: two never overlap, whatever code, race or second server tries.
create table host_allocations (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  -- Stands in the meeting's description at the provider, and goes with the meeting when it changes its time.
  reference uuid not null,
  host_id text not null,
  seat integer not null check (seat > 0),
  -- From when the interviewer can open the meeting until the interview ends.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- 'taken': the provider is being asked; 'made': the meeting stands; 'released': the seat is free again, and a meeting
  -- that may be there is to be deleted; 'removed': none is there any more.
  state text not null default 'taken' check (state in ('taken', 'made', 'released', 'removed')),
  -- From its first being asked for, a meeting may be there that we have not heard of.
  asked_at timestamptz,
  meeting_id text,
  join_url text,
  created_at timestamptz not null,
  check (state <> 'made' or (meeting_id is not null and join_url is not null)),
  constraint host_allocations_no_overlap exclude using gist
    (host_id with =, seat with =, tstzrange(starts_at, ends_at) with &&) where (state in ('taken', 'made'))
);
create unique index host_allocations_one_a_booking on host_allocations (booking_id) where state in ('taken', 'made');
create unique index host_allocations_one_a_reference on host_allocations (reference) where state in ('taken', 'made');
create index host_allocations_by_reference on host_allocations (reference);
create index host_allocations_by_booking on host_allocations (booking_id, created_at);

-- How often a host's meetings were made or changed in a UTC day; the provider allows only so many.
create table host_days (
  host_id text not null,
  day date not null,
  changes integer not null default 0 check (changes >= 0),
  primary key (host_id, day)
);

alter table meetings
  -- A provider that is away is asked again then; null while somebody asks, and once the meeting is there.
  add column next_try_at timestamptz,
  -- Why the meeting is in our own room although another provider is set.
  add column room_reason text check (room_reason in ('no-host', 'provider-away')),
  drop constraint meetings_check,
  add constraint meetings_made_or_under_way check (join_url is not null or claimed_until is not null or next_try_at is not null);
create index meetings_to_try on meetings (next_try_at) where join_url is null;
