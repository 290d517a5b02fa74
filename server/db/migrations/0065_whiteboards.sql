-- The whiteboard of a room: one row an element, replaced as a whole by its next version (contract/rooms/whiteboard.ts).
-- Deleted elements stay, marked in their JSON, so that a page that was away learns of the deletion.
create table room_board_elements (
  booking_id uuid not null references bookings (id),
  id text not null check (length(id) between 1 and 64),
  version integer not null check (version >= 0),
  nonce bigint not null,
  element jsonb not null check (element ->> 'id' = id),
  -- The length of the element as JSON, so that the size of a board is known without reading it.
  bytes integer not null check (bytes between 1 and 200000),
  -- Who wrote its text, or drew it.
  author_id uuid not null references users (id),
  made_at timestamptz not null,
  primary key (booking_id, id)
);
create index room_board_elements_of_author on room_board_elements (author_id);
