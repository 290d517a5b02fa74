-- What a mentor scored in the form, an area a row. An uploaded PDF leaves none.

create table feedback_scores (
  booking_id uuid not null references bookings (id),
  -- `areaNames` and `trackNames` of contract/rubrics/tracks.ts. A later version may know more of them.
  area text not null check (area ~ '^[a-zA-Z-]{1,60}$'),
  track text not null check (track ~ '^[a-zA-Z-]{1,60}$'),
  score smallint not null check (score between 1 and 5),
  notes text not null default '' check (length(notes) <= 3000),
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  scored_at timestamptz not null,
  primary key (booking_id, area)
);
create index feedback_scores_of_interviewee on feedback_scores (interviewee_id, scored_at);
create index feedback_scores_of_interviewer on feedback_scores (interviewer_id);
