-- The shared code pad of a room. Who typed what is not kept: the text is both people's work.

create table room_code (
  booking_id uuid primary key references bookings (id),
  language text not null default 'python' check (language in ('python', 'sql', 'javascript', 'text')),
  -- Everything up to the last compaction as one Yjs update; two zero bytes are the empty one.
  state bytea not null default '\x0000' check (octet_length(state) <= 1000000),
  updated_at timestamptz not null
);

-- What came since, as it came. Compaction moves it into room_code.state.
create table room_code_updates (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id),
  content bytea not null check (octet_length(content) <= 700000),
  made_at timestamptz not null
);
create index room_code_updates_of_booking on room_code_updates (booking_id, id);
