create extension if not exists btree_gist;
-- Search by any part of a name.
create extension if not exists pg_trgm;

-- For tables whose rows are never changed or deleted.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table request_keys (
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  -- JSON, written out: it is answered as it is.
  answer text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index request_keys_by_time on request_keys (created_at);

-- Who did what. Operators' commands, grants of rights and sign-in events are written here and never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Null: the command line or the system itself.
  actor_user_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_actor on audit_log (actor_user_id, id) where actor_user_id is not null;
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_subject_and_time on audit_log (subject, created_at);
create index audit_log_by_time on audit_log (created_at, id);
create index audit_log_of_mismatches on audit_log (created_at) where action = 'payment.mismatch';
create index audit_log_of_today on audit_log (actor_user_id, created_at) where action = 'desk.today-viewed';
create index audit_log_without_person on audit_log (actor, id) where actor_user_id is null;
create trigger audit_log_is_append_only before delete or update on audit_log
  for each row execute function refuse_change();

-- Mails that a mail server took or refused for good, so that an operator can tell somebody what they were sent.
create table sent_mails (
  id uuid primary key,
  address text not null check (address = lower(address)),
  subject text not null,
  outcome text not null check (outcome in ('taken', 'refused')),
  sent_at timestamptz not null
);
create index sent_mails_by_address on sent_mails (address, sent_at);
create index sent_mails_by_time on sent_mails (sent_at);

-- Mails whose mail server has not answered yet; nobody sends them again meanwhile. A job sends one mail.
create table unanswered_mails (
  job_id uuid primary key,
  awaited_until timestamptz not null,
  is_taken boolean not null default false
);

-- Addresses that a mail server refused for good (5yz to the recipient). A mail that is taken clears its address.
create table mail_refusals (
  address text primary key,
  reply text not null,
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index mail_refusals_by_time on mail_refusals (last_at);
