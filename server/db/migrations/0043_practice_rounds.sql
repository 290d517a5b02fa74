-- Practice alone: a round of 15, 30 or 45 minutes, and the person's answer to each of its questions.
create table practice_rounds (
  id uuid primary key,
  user_id uuid not null references users (id),
  role text not null,
  minutes smallint not null check (minutes in (15, 30, 45)),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index practice_rounds_of_user on practice_rounds (user_id, started_at);

create table practice_answers (
  id uuid primary key,
  round_id uuid not null references practice_rounds (id),
  user_id uuid not null references users (id),
  question_id text not null check (length(question_id) <= 80),
  question_version integer not null,
  -- As it was asked: the bank may change or drop the question.
  question_title text not null,
  stage text not null check (stage in ('explain', 'defend', 'code', 'done')),
  started_at timestamptz not null,
  explained_at timestamptz,
  finished_at timestamptz,
  explanation text not null default '',
  -- [{"index", "ask", "answer"}]; the answer is null until it is given.
  follow_ups jsonb not null default '[]',
  -- When each hint was opened.
  hints_opened_at timestamptz[] not null default '{}',
  code text,
  -- {"visible": {"passed", "total"}, "hidden": {"passed", "total"}, "failed": ["name"]}
  tests jsonb,
  -- {"words", "spokenSeconds", "longestSilenceSeconds"}; null when nothing was spoken.
  speech jsonb,
  -- The criteria that the person ticked, by their place in the question.
  ticks smallint[] not null default '{}'
);
create index practice_answers_of_user on practice_answers (user_id, started_at);
create index practice_answers_of_round on practice_answers (round_id);
