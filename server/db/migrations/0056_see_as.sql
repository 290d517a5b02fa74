-- An operator looks at the product as a person sees it. The token is bound to the operator's sign-in, can only read, and is
-- stored as its SHA-256.
create table see_as_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null references auth_sessions (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index see_as_tokens_of_session on see_as_tokens (session_id);
create index see_as_tokens_of_user on see_as_tokens (user_id);
