-- Mails that a mail server was given whole and did not answer for in time: until its answer comes, or is waited for no
-- more, nobody sends them again. A job sends one mail at most, so the job's id names it.
create table unanswered_mails (
  job_id uuid primary key,
  awaited_until timestamptz not null,
  is_taken boolean not null default false
);
