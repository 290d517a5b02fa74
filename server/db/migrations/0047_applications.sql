-- People who would like to give interviews, and what we answered. An address may apply again.
create table interviewer_applications (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  years integer not null check (years between 0 and 60),
  experience text not null,
  roles text[] not null,
  levels text[] not null,
  profile_url text not null,
  availability text not null,
  sample_review text not null,
  state text not null default 'received' check (state in ('received', 'asked', 'trial', 'approved', 'declined')),
  submitted_at timestamptz not null,
  -- From when on it waits for an operator: at once, and some time after the applicant was written to. Null once it is decided.
  waits_from timestamptz,
  decided_at timestamptz,
  check ((state in ('approved', 'declined')) = (decided_at is not null)),
  check ((decided_at is null) = (waits_from is not null))
);
create index interviewer_applications_by_time on interviewer_applications (submitted_at, id);
create index interviewer_applications_by_state on interviewer_applications (state, submitted_at, id);
create index interviewer_applications_by_email on interviewer_applications (email);
create index interviewer_applications_waiting on interviewer_applications (waits_from) where waits_from is not null;
create index interviewer_applications_decided on interviewer_applications (decided_at) where decided_at is not null;

create table application_steps (
  id uuid primary key,
  application_id uuid not null references interviewer_applications (id) on delete cascade,
  state text not null check (state in ('asked', 'trial', 'approved', 'declined')),
  -- What the applicant read.
  text text not null,
  taken_by uuid not null references users (id),
  taken_at timestamptz not null
);
create index application_steps_of_application on application_steps (application_id, taken_at);
create index application_steps_of_taker on application_steps (taken_by);

-- The feedback that came last, for a look at that of new interviewers.
create index feedback_files_by_time on feedback_files (uploaded_at);
