-- Moments that the interviewer marked. Both parties read them in the record after the interview.

create table room_marks (
  -- Made by the interviewer's page, so that a mark sent again is the same mark.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  author_id uuid not null references users (id),
  label text not null check (label in ('good', 'come_back')),
  note text not null default '' check (length(note) <= 200),
  marked_at timestamptz not null
);
create index room_marks_of_booking on room_marks (booking_id, marked_at);
create index room_marks_of_author on room_marks (author_id);
