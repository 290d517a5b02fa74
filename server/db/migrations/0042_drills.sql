-- Drills: where each card of a person stands in its schedule, every review, and what was done each day.
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
create index drill_reviews_of_user on drill_reviews (user_id, reviewed_at);
-- The last rating of each card.
create index drill_reviews_of_card on drill_reviews (user_id, card_id, reviewed_at);

-- A day of a person in their own time zone. The goal is kept, because changing it later must not change past days.
create table drill_days (
  user_id uuid not null references users (id),
  day date not null,
  reviewed integer not null,
  goal integer not null,
  primary key (user_id, day)
);

create table drill_goals (
  user_id uuid primary key references users (id),
  cards integer not null check (cards between 1 and 1000)
);
