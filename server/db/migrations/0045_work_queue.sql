-- Who has taken a line of the operators' work queue, and that it was dealt with. The lines themselves are read from the tables
-- of what waits, so that the two cannot disagree.
create table work_states (
  -- What waits, and its id: ('refused-refund', the refund's id).
  kind text not null,
  subject text not null,
  taken_by uuid references users (id),
  taken_at timestamptz,
  -- Since when the line waited that was dealt with. When it happens again, it waits since later, and the line is back.
  done_since timestamptz,
  done_by uuid references users (id),
  done_at timestamptz,
  note text not null default '',
  primary key (kind, subject),
  check ((taken_by is null) = (taken_at is null)),
  check ((done_by is null) = (done_at is null) and (done_by is null) = (done_since is null))
);
create index work_states_of_taker on work_states (taken_by) where taken_by is not null;
create index work_states_of_doer on work_states (done_by) where done_by is not null;
create index work_states_by_done on work_states (done_at) where done_at is not null;

-- What waits, oldest first. These indexes hold only what waits, and so do not grow with history.
create index refunds_refused on refunds (refused_at) where refusal is not null;
create index resume_files_held on resume_files (held_at) where held_at is not null;
create index feedback_files_held on feedback_files (held_at) where held_at is not null;
create index mail_refusals_by_time on mail_refusals (last_at);
create index remedies_by_time on remedies (granted_at);

-- Mails that a mail server took or refused for good, so that an operator can tell somebody what they were sent. One-time codes
-- in subjects are left out. Kept for 90 days.
create table sent_mails (
  id uuid primary key,
  address text not null check (address = lower(address)),
  subject text not null,
  outcome text not null check (outcome in ('taken', 'refused')),
  sent_at timestamptz not null
);
create index sent_mails_by_address on sent_mails (address, sent_at);
create index sent_mails_by_time on sent_mails (sent_at);

-- Search of people by any part of name, address or mobile number.
create extension if not exists pg_trgm;
