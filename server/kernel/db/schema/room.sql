-- A ticket opens one socket of one person in one room, within seconds.
create table room_tickets (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  booking_id uuid not null references bookings (id),
  session_id uuid not null references auth_sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index room_tickets_by_expiry on room_tickets (expires_at);
create index room_tickets_of_session on room_tickets (session_id);

-- When each party was in the room: a row a visit, extended by heartbeats.
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
create index room_visits_of_user on room_visits (user_id);

create table room_envelopes (
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
  position bigint generated always as identity not null,
  body text not null check (length(body) between 1 and 2000),
  sent_at timestamptz not null
);
create index room_messages_in_order on room_messages (booking_id, "position");
create index room_messages_of_sender on room_messages (sender_id);

-- The interviewer's own; the other side never sees them.
create table room_notes (
  booking_id uuid primary key references bookings (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) <= 20000),
  updated_at timestamptz not null
);
create index room_notes_of_author on room_notes (author_id);

create table room_marks (
  -- Made by the interviewer's page, so that a mark sent again is the same mark.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  author_id uuid not null references users (id),
  label text not null check (label in ('good', 'come_back')),
  note text not null default '' check (length(note) <= 200),
  marked_at timestamptz not null
);
create index room_marks_of_author on room_marks (author_id);
create index room_marks_of_booking on room_marks (booking_id, marked_at);

create table room_code (
  booking_id uuid primary key references bookings (id),
  language text not null default 'python' check (language in ('python', 'sql', 'javascript', 'text')),
  -- Everything up to the last compaction as one Yjs update; two zero bytes are the empty one.
  state bytea not null default '\x0000' check (octet_length(state) <= 1000000),
  updated_at timestamptz not null,
  -- While true, only the interviewer can change the pad's text and language.
  is_read_only boolean not null default false
);

-- What came since, as it came. Compaction moves it into room_code.state.
create table room_code_updates (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id),
  content bytea not null check (octet_length(content) <= 700000),
  made_at timestamptz not null
);
create index room_code_updates_of_booking on room_code_updates (booking_id, id);

create table room_code_snapshots (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  -- 0, 1, 2 and so on: of two servers that take the same one, the second is refused.
  position integer not null check ("position" >= 0 and "position" <= 719),
  taken_at timestamptz not null,
  language text not null check (language in ('python', 'sql', 'javascript', 'text')),
  -- Who edited since the row before, as parties: the row names no person.
  by_interviewee boolean not null,
  by_interviewer boolean not null,
  -- Null when content is the whole text.
  splice_from integer check (splice_from >= 0),
  delete_count integer not null default 0 check (delete_count >= 0),
  content text not null,
  -- Of all content up to and with this row.
  total_bytes integer not null check (total_bytes between 0 and 4000000),
  unique (booking_id, "position")
);

-- Runs of the code pad, as the page that ran them told of them.
create table room_code_runs (
  -- Made by the runner's page, so that a run told of again after a cut is the same run.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  runner_id uuid not null references users (id),
  position bigint generated always as identity not null,
  language text not null check (language in ('python', 'javascript', 'sql')),
  outcome text not null check (outcome in ('finished', 'failed', 'stopped', 'timed_out', 'out_of_memory')),
  output text not null check (length(output) <= 20000),
  duration_ms integer not null check (duration_ms >= 0),
  ran_at timestamptz not null,
  -- The figures that a run drew: PNG files in base64, each with a text that describes it.
  figures jsonb not null default '[]' check (jsonb_typeof(figures) = 'array' and jsonb_array_length(figures) <= 3)
);
create index room_code_runs_in_order on room_code_runs (booking_id, "position");
create index room_code_runs_of_runner on room_code_runs (runner_id);

-- The whiteboard of a room: one row an element, replaced as a whole by its next version (contract/room/whiteboard.ts).
create table room_board_elements (
  booking_id uuid not null references bookings (id),
  id text not null check (length(id) between 1 and 64),
  version integer not null check (version >= 0),
  nonce bigint not null,
  element jsonb not null,
  -- The length of the element as JSON, so that the size of a board is known without reading it.
  bytes integer not null check (bytes between 1 and 200000),
  -- Who wrote its text, or drew it.
  author_id uuid not null references users (id),
  made_at timestamptz not null,
  -- The schema's revision, version and nonce that were checked before it was stored; others are checked when read.
  checked_as text,
  area double precision not null default 0,
  points integer not null default 0,
  primary key (booking_id, id),
  check ((element ->> 'id') = id)
);
create index room_board_elements_of_author on room_board_elements (author_id);

create table room_consents (
  id uuid primary key,
  position bigint generated always as identity not null,
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  -- `withdrawn`: before the other agreed. `ended`: this person stopped a transcript that both had agreed to.
  event text not null check (event in ('given', 'withdrawn', 'ended', 'deleted')),
  happened_at timestamptz not null
);
create index room_consents_of_booking on room_consents (booking_id, "position");
create index room_consents_of_user on room_consents (user_id);

create table room_utterances (
  -- Made by the speaker's page, so that an utterance sent again is the same utterance.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  speaker_id uuid not null references users (id),
  language text not null check (language in ('en', 'hi')),
  text text not null check (length(text) between 1 and 20000),
  -- The text before the speaker corrected it; null when it is as it was transcribed.
  original_text text check (length(original_text) between 1 and 20000),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  corrected_at timestamptz,
  check (ended_at >= started_at)
);
create index room_utterances_of_booking on room_utterances (booking_id, started_at);
create index room_utterances_of_speaker on room_utterances (speaker_id);

-- Who has said that they have no more corrections to make.
create table room_transcript_reviews (
  booking_id uuid not null references bookings (id),
  user_id uuid not null references users (id),
  done_at timestamptz not null,
  primary key (booking_id, user_id)
);
create index room_transcript_reviews_of_user on room_transcript_reviews (user_id);

-- A question that was shown in an interview, as it was then, because the bank may change or drop it.
create table room_questions (
  -- Made by the interviewer's page, so that a question that is sent again is shown once.
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  interviewer_id uuid not null references users (id),
  interviewee_id uuid not null references users (id),
  source text not null check (source in ('bank', 'own')),
  question_id text not null check (length(question_id) <= 80),
  title text not null,
  topic text,
  prompt text not null,
  minutes smallint,
  -- {"language", "starterCode", "tables"}; null for a question without code.
  code jsonb,
  -- [{"index", "text", "shownAt"}]
  hints jsonb not null default '[]',
  shown_at timestamptz not null,
  ended_at timestamptz
);
create unique index room_questions_open on room_questions (booking_id) where ended_at is null;
create index room_questions_of_booking on room_questions (booking_id, shown_at);
create index room_questions_of_interviewee on room_questions (interviewee_id, question_id, shown_at);
create index room_questions_of_interviewer on room_questions (interviewer_id);

-- What the interviewer thinks of the answer. Nobody else reads it.
create table room_question_marks (
  room_question_id uuid primary key references room_questions (id) on delete cascade,
  booking_id uuid not null references bookings (id),
  author_id uuid not null references users (id),
  -- [{"name", "score"}]; the score is 1 to 5, or null.
  criteria jsonb not null default '[]',
  note text not null default '' check (length(note) <= 500),
  outcome text check (outcome in ('well', 'partly', 'poorly')),
  updated_at timestamptz not null
);
create index room_question_marks_of_author on room_question_marks (author_id);
create index room_question_marks_of_booking on room_question_marks (booking_id);

-- Questions that an interviewer wrote, which nobody else reads until they are shown in an interview.
create table own_questions (
  id uuid primary key,
  author_id uuid not null references users (id),
  title text not null check (length(title) between 1 and 80),
  prompt text not null check (length(prompt) between 1 and 4000),
  language text check (language in ('python', 'sql', 'javascript', 'text')),
  starter_code text not null default '' check (length(starter_code) <= 10000),
  minutes smallint check (minutes between 1 and 45),
  notes text not null default '' check (length(notes) <= 4000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index own_questions_of_author on own_questions (author_id, updated_at);

create table favorite_questions (
  user_id uuid not null references users (id),
  -- The id of a question of the bank or of an own question.
  question_id text not null check (length(question_id) <= 80),
  created_at timestamptz not null,
  primary key (user_id, question_id)
);

-- How far the deletion of old records has come.
create table record_purges (
  is_only_row boolean default true primary key check (is_only_row),
  ended_before timestamptz not null
);
