-- People, their sessions, and the codes that we mail them.

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null default '',
  mobile_number text not null,
  password_hash text not null,
  role text not null default 'interviewee' check (role in ('interviewee', 'interviewer')),
  is_operator boolean not null default false,
  time_zone text,
  blocked_at timestamptz,
  password_changed_at timestamptz not null,
  created_at timestamptz not null
);
create unique index users_email_unique on users (email);

-- A bearer token is 256 random bits; only its SHA-256 is kept. Rows outlive sign-out for the audit trail.
create table auth_sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index auth_sessions_token_unique on auth_sessions (token_hash);
create index auth_sessions_live_by_user on auth_sessions (user_id) where ended_at is null;

-- A request for a code. The worker that mails the code makes it and fills code_hash, so that the plain code
-- stands nowhere but in the mail. Requests for unknown addresses are written too: all paths take as long.
create table codes (
  id uuid primary key,
  purpose text not null check (purpose in ('signup', 'signin', 'reset')),
  email text not null check (email = lower(email)),
  code_hash bytea check (octet_length(code_hash) = 32),
  -- What a sign-up will become, password hashed; null for the other purposes.
  signup jsonb check ((purpose = 'signup') = (signup is not null)),
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create unique index codes_one_live on codes (purpose, email) where used_at is null and voided_at is null;
create index codes_by_address on codes (email, purpose, created_at);

-- Wrong guesses of an address's codes on one UTC day, over every code and resend.
create table code_guesses (
  email text not null,
  purpose text not null,
  on_day date not null,
  guesses integer not null check (guesses between 0 and 20),
  primary key (email, purpose, on_day)
);
