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
create index room_questions_of_booking on room_questions (booking_id, shown_at);
create unique index room_questions_open on room_questions (booking_id) where ended_at is null;
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
create index room_question_marks_of_booking on room_question_marks (booking_id);
create index room_question_marks_of_author on room_question_marks (author_id);
