-- Mentors whom an interviewee wants to find again.
create table favorite_mentors (
  user_id uuid references users (id),
  interviewer_id uuid references users (id),
  created_at timestamptz not null,
  primary key (user_id, interviewer_id)
);
create index favorite_mentors_of_interviewer on favorite_mentors (interviewer_id);
