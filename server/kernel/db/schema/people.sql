create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null default '',
  mobile_number text not null,
  password_hash text,
  role text not null default 'interviewee' check (role in ('interviewee', 'interviewer')),
  is_operator boolean not null default false,
  time_zone text,
  blocked_at timestamptz,
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  operator_level text check (operator_level in ('support', 'owner')),
  constraint users_deleted_is_blocked check (deleted_at is null or blocked_at is not null),
  constraint users_with_a_level_are_operators check (is_operator or operator_level is null)
);
create unique index users_email_unique on users (email);
create index users_blocked on users (created_at, id) where blocked_at is not null;
create index users_by_email_start on users (email text_pattern_ops);
create index users_by_name_start on users (lower(first_name || ' ' || last_name) text_pattern_ops);
create index users_by_operator_level on users (operator_level, id) where operator_level is not null;
create index users_by_time on users (created_at, id);
create index users_by_words on users
  using gin (
    lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_number, '\D', '', 'g'))
    gin_trgm_ops
  );
create index users_interviewers_at_the_desk on users (first_name, last_name, id)
  where role = 'interviewer' and deleted_at is null;
create index users_interviewers_by_email on users (email) where role = 'interviewer';
create index users_interviewers_by_name on users (first_name, last_name, id)
  where role = 'interviewer' and blocked_at is null;
create index users_operators on users (created_at, id) where is_operator;

-- Former names, so that the audit log shows who did what. They go when the account is deleted.
create table former_names (
  user_id uuid not null references users (id),
  -- The first moment at which the person no longer had this name.
  until timestamptz not null,
  name text not null,
  primary key (user_id, until)
);

-- A bearer token is 256 random bits; only its SHA-256 is kept. Rows outlive sign-out for the audit trail.
create table auth_sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The browser of a sign-in, so that its owner can tell them apart. Null once it has ended.
  user_agent text check (length(user_agent) between 1 and 400)
);
create unique index auth_sessions_token_unique on auth_sessions (token_hash);
create index auth_sessions_by_user on auth_sessions (user_id);
create index auth_sessions_live_by_user on auth_sessions (user_id) where ended_at is null;

-- A request for a code, also for unknown addresses. Only the mail holds the code itself.
create table codes (
  id uuid primary key,
  purpose text not null check (purpose in ('signup', 'signin', 'reset', 'delete')),
  email text not null check (email = lower(email)),
  code_hash bytea check (octet_length(code_hash) = 32),
  -- What a sign-up will become, password hashed; null for the other purposes.
  signup jsonb,
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  -- SHA-256 of the cookie of the browser that asked.
  browser_hash bytea check (octet_length(browser_hash) = 32),
  -- Keyed hash of the network that asked.
  network_hash bytea check (octet_length(network_hash) = 32),
  -- Whether the browser had signed in to the account of this address before.
  is_known_browser boolean not null default false,
  -- Guesses from the browser that asked; `attempts` counts those of all others.
  own_attempts integer not null default 0 check (own_attempts between 0 and 5),
  -- SHA-256 of the token that signup-start answered.
  signup_token_hash bytea check (octet_length(signup_token_hash) = 32),
  -- `Chrome on Windows`, for the mail.
  browser_name text,
  -- The browser's time zone, in which the mail tells when the code was asked for.
  time_zone text,
  constraint codes_signup_check check (purpose = 'signup' or signup is null)
);
create index codes_by_address on codes (email, purpose, created_at);
create index codes_by_time on codes (created_at);
create index codes_with_signup on codes (created_at) where signup is not null;

-- Wrong guesses of an address's codes on one UTC day, over every code and resend.
create table code_guesses (
  email text not null,
  purpose text not null,
  on_day date not null,
  guesses integer not null check (guesses between 0 and 20),
  primary key (email, purpose, on_day)
);

-- The owner of an address is told at most once a day that strangers used up its tries.
create table lockout_notices (
  id uuid primary key,
  email text not null check (email = lower(email)),
  on_day date not null,
  created_at timestamptz not null,
  -- SHA-256 of the token in the mail's link, by which a browser becomes known to the account.
  token_hash bytea check (octet_length(token_hash) = 32),
  unique (email, on_day)
);
create unique index lockout_notices_token_unique on lockout_notices (token_hash);

-- Browsers that signed in to an account. Their tries have a budget that strangers cannot use up.
create table known_devices (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- SHA-256 of the browser's cookie. One browser may be known to several accounts.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  browser_name text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (user_id, token_hash)
);

-- What interviewees read of an interviewer before they book.
create table interviewer_profiles (
  user_id uuid primary key references users (id),
  headline text not null default '',
  topics text[] not null default '{}' check (cardinality(topics) <= 8),
  photo_key text unique,
  updated_at timestamptz not null
);

-- Whoever proves with a mailed code that the address is theirs becomes an interviewer.
create table invitations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  check (expires_at > created_at),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_one_open on invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_by_email on invitations (email);

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
  -- From when on it waits for an operator; null once decided.
  waits_from timestamptz,
  decided_at timestamptz,
  check ((state in ('approved', 'declined')) = (decided_at is not null)),
  check ((decided_at is null) = (waits_from is not null))
);
create index interviewer_applications_by_email on interviewer_applications (email);
create index interviewer_applications_by_state on interviewer_applications (state, submitted_at, id);
create index interviewer_applications_by_time on interviewer_applications (submitted_at, id);
create index interviewer_applications_decided on interviewer_applications (decided_at) where decided_at is not null;
create index interviewer_applications_waiting on interviewer_applications (waits_from) where waits_from is not null;

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

-- `version` counts the saves, so that one tab does not overwrite another's.
create table resumes (
  user_id uuid primary key references users (id),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  version integer not null check (version > 0),
  updated_at timestamptz not null
);

create table resume_files (
  user_id uuid primary key references users (id),
  storage_key text not null unique,
  file_name text not null check (char_length(file_name) between 1 and 255),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  uploaded_at timestamptz not null,
  -- The virus scanner was away: kept, and opened by nobody. Null: it may be opened.
  held_at timestamptz
);
create index resume_files_by_time on resume_files (uploaded_at);
create index resume_files_held on resume_files (held_at) where held_at is not null;

-- Unused: a generated PDF has the key of its person. The previous version still writes it.
create table generated_resumes (
  user_id uuid primary key references users (id),
  -- SHA-256 of everything in the PDF, so that a change makes another one.
  content_hash bytea not null,
  storage_key text not null unique,
  made_at timestamptz not null
);

-- Tables above that name a row of this area.
alter table request_keys add foreign key (user_id) references users (id);
alter table audit_log add foreign key (actor_user_id) references users (id);
