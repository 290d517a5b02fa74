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

-- The owner of an address is told at most once a day that somebody used up the tries of unknown browsers. The row is written
-- for addresses without an account too: all paths take as long.
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
