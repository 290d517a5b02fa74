-- Texts of the site that operators edit. Every edit is a new version, and the newest holds; null means the default.
create table site_texts (
  key text not null check (key in ('claims', 'advice', 'notice', 'questions', 'mail-signature', 'practice-model')),
  version integer not null check (version > 0),
  value jsonb,
  reason text not null,
  edited_by uuid not null references users (id),
  edited_at timestamptz not null,
  primary key (key, version)
);
create index site_texts_by_editor on site_texts (edited_by);
create trigger site_texts_are_append_only before delete or update on site_texts
  for each row execute function refuse_change();

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  received_at timestamptz not null
);
create index contact_messages_by_email on contact_messages (lower(email));
