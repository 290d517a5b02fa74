-- Who was asked to become an interviewer, and what was paid out to interviewers.

-- The address is the key: whoever proves by a mailed code that it is theirs, while the invitation stands, is an
-- interviewer. The mail carries no secret, so a forwarded one opens nothing.
create table invitations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_one_open on invitations (email) where accepted_at is null and revoked_at is null;

-- Money that left for an interviewer at once, under the bank's own reference. Neither table is ever changed.
create table payouts (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  amount_paise integer not null check (amount_paise > 0),
  reference text not null check (reference <> ''),
  paid_at timestamptz not null,
  constraint payouts_reference_once unique (interviewer_id, reference)
);
create index payouts_of_interviewer on payouts (interviewer_id, paid_at);

-- What a payout is made of: earnings, and as negative lines those that were taken back after an earlier payout.
create table payout_lines (
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  payout_id uuid not null references payouts (id),
  amount_paise integer not null check (case kind when 'earned' then amount_paise >= 0 else amount_paise <= 0 end),
  -- An earning is paid at most once, and taken back at most once.
  primary key (earning_id, kind)
);
create index payout_lines_by_payout on payout_lines (payout_id);

create trigger payouts_are_append_only before update or delete on payouts
  for each row execute function refuse_change();
create trigger payout_lines_are_append_only before update or delete on payout_lines
  for each row execute function refuse_change();
create trigger payouts_are_never_emptied before truncate on payouts
  for each statement execute function refuse_change();
create trigger payout_lines_are_never_emptied before truncate on payout_lines
  for each statement execute function refuse_change();

-- At the end of the transaction that writes it a payout is what its lines add up to, whoever writes it.
create function check_payout_sum() returns trigger language plpgsql as $$
declare
  of_payout uuid := coalesce(to_jsonb(new) ->> 'payout_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if (select amount_paise from payouts where id = of_payout)
    <> (select coalesce(sum(amount_paise), 0) from payout_lines where payout_id = of_payout) then
    raise exception 'payout % is not the sum of its lines', of_payout
      using errcode = 'check_violation', constraint = 'payout_is_its_lines';
  end if;
  return null;
end $$;
create constraint trigger payout_is_its_lines after insert on payouts
  deferrable initially deferred for each row execute function check_payout_sum();
create constraint trigger payout_line_is_in_sum after insert on payout_lines
  deferrable initially deferred for each row execute function check_payout_sum();
