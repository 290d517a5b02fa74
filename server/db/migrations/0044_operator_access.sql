-- The way into the operator's desk. `is_operator` stays the flag that older servers read; an operator without a level,
-- made by an older server, counts as support.
alter table users
  add column operator_level text check (operator_level in ('support', 'owner')),
  add constraint users_with_a_level_are_operators check (is_operator or operator_level is null);
update users set operator_level = 'owner' where is_operator;

-- The second factor of an operator: a secret for time-based codes (RFC 6238), encrypted with the server's secret.
-- A code works once: `last_step` is the time step of the newest code that was accepted.
create table operator_second_factors (
  user_id uuid primary key references users (id),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint
);

-- Codes for an operator without the device. Each works once; only its keyed hash is stored.
create table operator_recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins in which an operator has given password and second factor. `confirmed_at` is the last time.
create table operator_sign_ins (
  session_id uuid primary key references auth_sessions (id),
  opened_at timestamptz not null,
  confirmed_at timestamptz not null,
  check (confirmed_at >= opened_at)
);
