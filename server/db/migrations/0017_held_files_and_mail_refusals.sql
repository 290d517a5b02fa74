-- An upload whose virus scanner was away: kept, and opened by nobody until it was found clean. Null: it may be opened.
alter table resume_files add column held_at timestamptz;
alter table feedback_files add column held_at timestamptz;

-- Addresses that a mail server refused for good (5yz to the recipient). A mail that is taken clears its address.
create table mail_refusals (
  address text primary key,
  reply text not null,
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
