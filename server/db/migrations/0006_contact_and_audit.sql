create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  received_at timestamptz not null
);

-- Who did what. Operators' commands, grants of rights and sign-in events are written here and never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Null: the command line or the system itself.
  actor_user_id uuid references users (id),
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_log_by_subject on audit_log (subject, id);
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
