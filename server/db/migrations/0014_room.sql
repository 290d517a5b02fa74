-- The room's socket: one-use tickets, what is too long for a notification, and what is said and noted in a session.

-- A ticket opens one socket of one person in one room, within seconds. Only its SHA-256 is kept; it dies with the session it
-- was got with.
create table room_tickets (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  booking_id uuid not null references bookings (id),
  session_id uuid not null references auth_sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index room_tickets_by_expiry on room_tickets (expires_at);
create index room_tickets_of_session on room_tickets (session_id);

-- A notification holds less than 8,000 bytes: what is longer waits here for the servers that were told its number.
create unlogged table room_envelopes (
  id bigint generated always as identity primary key,
  body text not null,
  created_at timestamptz not null
);
create index room_envelopes_by_age on room_envelopes (created_at);

create table room_messages (
  -- Made by the sender's page, so that a message sent again after a cut is the same message.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  sender_id uuid not null references users (id),
  position bigint generated always as identity,
  body text not null check (length(body) between 1 and 2000),
  sent_at timestamptz not null
);
create index room_messages_in_order on room_messages (booking_id, position);
create index room_messages_of_sender on room_messages (sender_id);

-- The interviewer's own; the other side never sees them.
create table room_notes (
  booking_id uuid primary key references bookings (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) <= 20000),
  updated_at timestamptz not null
);
create index room_notes_of_author on room_notes (author_id);
