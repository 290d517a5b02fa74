-- The code with which a new tab of an operator's browser gets the token of a view: for one use, for one sign-in, and for a
-- minute. Stored as its SHA-256.
create table see_as_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  session_id uuid not null references auth_sessions (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index see_as_codes_of_session on see_as_codes (session_id);
create index see_as_codes_of_user on see_as_codes (user_id);
