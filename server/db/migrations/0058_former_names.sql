-- Names that people had, so that a later change does not rewrite who did what. Unlike the audit log, they go when the
-- account is deleted.
create table former_names (
  user_id uuid not null references users (id),
  -- The first moment at which the person no longer had this name.
  until timestamptz not null,
  name text not null,
  primary key (user_id, until)
);
