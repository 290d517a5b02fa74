-- Where each drill card of a person stands in its schedule.
create table drill_cards (
  user_id uuid not null references users (id),
  -- The question's id, a dot, and the kind of card.
  card_id text not null check (length(card_id) <= 100),
  due_at timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  scheduled_days integer not null,
  learning_steps integer not null,
  reps integer not null,
  lapses integer not null,
  state smallint not null check (state between 0 and 3),
  last_reviewed_at timestamptz not null,
  primary key (user_id, card_id)
);

create table drill_reviews (
  id uuid primary key,
  user_id uuid not null references users (id),
  card_id text not null check (length(card_id) <= 100),
  rating text not null check (rating in ('again', 'hard', 'good', 'easy')),
  -- The card's state before this review: 0 new, 1 learning, 2 review, 3 relearning.
  state smallint not null check (state between 0 and 3),
  tests_passed smallint,
  tests_total smallint,
  reviewed_at timestamptz not null
);
-- The last rating of each card.
create index drill_reviews_of_card on drill_reviews (user_id, card_id, reviewed_at);
create index drill_reviews_of_user on drill_reviews (user_id, reviewed_at);

-- A day of a person in their own time zone. The goal is kept, because changing it later must not change past days.
create table drill_days (
  user_id uuid not null references users (id),
  day date not null,
  reviewed integer not null,
  goal integer not null,
  -- The time zone of the day, so that another zone cannot begin a second one before it is over.
  time_zone text,
  primary key (user_id, day)
);

create table drill_goals (
  user_id uuid primary key references users (id),
  cards integer not null check (cards between 1 and 1000)
);

-- A round of practice alone: 15, 30 or 45 minutes.
create table practice_rounds (
  id uuid primary key,
  user_id uuid not null references users (id),
  role text not null,
  minutes smallint not null check (minutes in (15, 30, 45)),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Whether a language model writes follow-ups and drafts the report.
  uses_model boolean not null default false,
  level text check (level in ('junior', 'mid', 'senior')),
  topic text check (length(topic) <= 80)
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
  hints_opened_at timestamptz[] not null default '{}'::timestamptz[],
  code text,
  -- {"visible": {"passed", "total"}, "hidden": {"passed", "total"}, "failed": ["name"]}
  tests jsonb,
  -- {"words", "spokenSeconds", "longestSilenceSeconds"}; null when nothing was spoken.
  speech jsonb,
  -- The criteria that the person ticked, by their place in the question.
  ticks smallint[] not null default '{}'
);
create index practice_answers_of_round on practice_answers (round_id);
create index practice_answers_of_user on practice_answers (user_id, started_at);

create table practice_reports (
  round_id uuid primary key references practice_rounds (id) on delete cascade,
  user_id uuid not null references users (id),
  outcome text not null check (outcome in ('waiting', 'made', 'failed')),
  requested_at timestamptz not null,
  made_at timestamptz,
  report jsonb,
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  -- Why there is no report, for the operator; without any words of the round.
  problem text,
  -- A report whose draft failed can be requested again. Every request counts towards a person's limit.
  requests integer not null default 1,
  -- Tokens that all attempts at the report have used.
  request_tokens integer not null default 0 check (request_tokens >= 0),
  check ((outcome = 'made') = (report is not null))
);
create index practice_reports_by_time on practice_reports (requested_at desc, round_id);
create index practice_reports_of_user on practice_reports (user_id);

-- Calls of the language model on a day, of a person or (null) of all together.
create table practice_model_calls (
  user_id uuid references users (id),
  day date not null,
  calls integer not null check (calls >= 0),
  last_at timestamptz not null,
  unique nulls not distinct (user_id, day)
);

-- Counts a call unless a limit is reached, and says whether it may be made.
create function claim_practice_call(
  person uuid, today date, called_at timestamptz, person_limit integer, site_limit integer
) returns boolean language plpgsql as $$
begin
  insert into practice_model_calls as counted (user_id, day, calls, last_at)
    select person, today, 1, called_at where person_limit > 0
    on conflict (user_id, day) do update set calls = counted.calls + 1, last_at = called_at
      where counted.calls < person_limit;
  if not found then return false; end if;
  insert into practice_model_calls as counted (user_id, day, calls, last_at)
    select null, today, 1, called_at where site_limit > 0
    on conflict (user_id, day) do update set calls = counted.calls + 1, last_at = called_at
      where counted.calls < site_limit;
  if found then return true; end if;
  update practice_model_calls set calls = calls - 1 where user_id = person and day = today;
  return false;
end
$$;

-- Tables above that name a row of this area.
alter table report_ratings add foreign key (round_id) references practice_rounds (id) on delete cascade;
alter table report_disputes add foreign key (round_id) references practice_rounds (id) on delete cascade;
