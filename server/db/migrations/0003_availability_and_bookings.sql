-- Slots and who booked them. The rules that must never break are constraints here: no code path, race or second
-- server can break them (docs/decisions/0002).

create extension if not exists btree_gist;

create table availability (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- 'removed' slots are kept: a cancelled booking may still point at one.
  status text not null default 'available' check (status in ('available', 'booked', 'removed')),
  created_at timestamptz not null,
  check (ends_at = starts_at + interval '45 minutes'),
  constraint availability_no_overlap exclude using gist
    (interviewer_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'removed')
);
create index availability_bookable on availability (starts_at, interviewer_id) where status = 'available';
create index availability_of_interviewer on availability (interviewer_id, starts_at) where status <> 'removed';
-- Lets a booking refer to its slot together with the slot's own interviewer and times.
create unique index availability_identity on availability (id, interviewer_id, starts_at, ends_at);

create table bookings (
  id uuid primary key,
  slot_id uuid not null,
  interviewer_id uuid not null references users (id),
  interviewee_id uuid not null references users (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'cancelled', 'no_show_interviewee', 'no_show_interviewer')),
  idempotency_key text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When the worker dealt out what follows a booking (meeting, mails): done once however often it is tried.
  announced_at timestamptz,
  check (interviewer_id <> interviewee_id),
  check ((status = 'completed') = (completed_at is not null) or status like 'no_show%'),
  foreign key (slot_id, interviewer_id, starts_at, ends_at)
    references availability (id, interviewer_id, starts_at, ends_at),
  constraint bookings_no_overlap exclude using gist
    (interviewee_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled')
);
create unique index bookings_one_live_per_slot on bookings (slot_id) where status <> 'cancelled';
create unique index bookings_idempotency on bookings (interviewee_id, idempotency_key)
  where idempotency_key is not null;
create index bookings_of_interviewee on bookings (interviewee_id, starts_at);
create index bookings_of_interviewer on bookings (interviewer_id, starts_at);
create index bookings_pending_by_end on bookings (ends_at) where status = 'pending';

-- One meeting a booking, asked of the provider by one caller at a time: whoever holds the claim asks, the others wait
-- for join_url. A claim that runs out was a crash, and the next one takes it over.
create table meetings (
  booking_id uuid primary key references bookings (id),
  provider text not null,
  join_url text,
  claimed_until timestamptz,
  created_at timestamptz not null,
  check (join_url is not null or claimed_until is not null)
);

-- When each party was in the room: one row a visit, stretched by heartbeats.
create table room_visits (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  entered_at timestamptz not null,
  last_seen_at timestamptz not null,
  left_at timestamptz,
  check (last_seen_at >= entered_at)
);
create unique index room_visits_one_open on room_visits (booking_id, user_id) where left_at is null;
create index room_visits_by_booking on room_visits (booking_id, user_id, last_seen_at);
