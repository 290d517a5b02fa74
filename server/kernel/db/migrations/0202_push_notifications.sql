-- Browsers that show notifications, one for each sign-in.
create table push_subscriptions (
  session_id uuid primary key references auth_sessions (id) on delete cascade,
  user_id uuid not null references users (id),
  -- An address of the browser's push service. Whoever knows it can write to the browser, so nobody is shown it.
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- Whoever signs out of a browser is told nothing there.
create function end_push_with_sign_in() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sign_in_ends_its_push after update of ended_at on auth_sessions
  for each row when (new.ended_at is not null) execute function end_push_with_sign_in();

-- What a person does not want to be told, and how.
create table muted_notifications (
  user_id uuid references users (id),
  kind text check (kind in ('reminders', 'presence', 'feedback', 'offers')),
  channel text check (channel in ('mail', 'push')),
  primary key (user_id, kind, channel)
);
