-- Several requests for a code of one address may be pending at once, so that a stranger's request cannot void the owner's
-- (docs/decisions/0021). Only a newer request of the same browser voids an older one.
drop index codes_one_live;

alter table codes
  -- SHA-256 of the cookie of the browser that asked.
  add column browser_hash bytea check (octet_length(browser_hash) = 32),
  -- Keyed hash of the network that asked.
  add column network_hash bytea check (octet_length(network_hash) = 32),
  -- Whether the browser had signed in to the account of this address before.
  add column is_known_browser boolean not null default false,
  -- Guesses from the browser that asked; `attempts` counts those of all others.
  add column own_attempts integer not null default 0 check (own_attempts between 0 and 5),
  -- SHA-256 of the token that signup-start answered.
  add column signup_token_hash bytea check (octet_length(signup_token_hash) = 32),
  -- `Chrome on Windows`, for the mail.
  add column browser_name text;

-- What a sign-up would have become is cleared once it is used or expired.
alter table codes drop constraint codes_check;
alter table codes add constraint codes_signup_check check (purpose = 'signup' or signup is null);

-- Null: the account has no password until its owner sets one with a mailed code.
alter table users alter column password_hash drop not null;
