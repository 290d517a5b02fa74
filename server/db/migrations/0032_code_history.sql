-- The code of an interview over time. Compaction (0015) forgets how a pad came to its text; these rows keep it.

create table room_code_snapshots (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  -- 0, 1, 2 and so on: of two servers that take the same one, the second is refused.
  position integer not null check (position between 0 and 719),
  taken_at timestamptz not null,
  language text not null check (language in ('python', 'sql', 'javascript', 'text')),
  -- Who edited since the row before, as parties: the row names no person.
  by_interviewee boolean not null,
  by_interviewer boolean not null,
  -- Null when content is the whole text. Otherwise content stands in place of delete_count UTF-16 code units from here on.
  splice_from integer check (splice_from >= 0),
  delete_count integer not null default 0 check (delete_count >= 0),
  content text not null,
  -- Of all content up to and with this row.
  total_bytes integer not null check (total_bytes between 0 and 4000000),
  unique (booking_id, position)
);
