-- A transfer that the bank returned. The payout stays as it was recorded; its entries no longer count as paid, so they
-- are moved aside and are due again. Neither table is ever changed.
create table payout_returns (
  payout_id uuid primary key references payouts (id),
  reason text not null check (reason <> ''),
  returned_at timestamptz not null
);
create table returned_payout_lines (
  payout_id uuid not null references payout_returns (payout_id),
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  amount_paise integer not null,
  primary key (payout_id, earning_id, kind)
);
create index returned_payout_lines_of_earning on returned_payout_lines (earning_id);
create trigger payout_returns_are_append_only before update or delete on payout_returns
  for each row execute function refuse_change();
create trigger returned_payout_lines_are_append_only before update or delete on returned_payout_lines
  for each row execute function refuse_change();
create trigger payout_returns_are_never_emptied before truncate on payout_returns
  for each statement execute function refuse_change();
create trigger returned_payout_lines_are_never_emptied before truncate on returned_payout_lines
  for each statement execute function refuse_change();

-- An entry leaves its payout only when that is returned.
create function refuse_change_of_payout_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from returned_payout_lines line where line.payout_id = old.payout_id
      and line.earning_id = old.earning_id and line.kind = old.kind and line.amount_paise = old.amount_paise) then
    return old;
  end if;
  raise exception 'payout_lines is append-only' using errcode = 'restrict_violation';
end $$;
drop trigger payout_lines_are_append_only on payout_lines;
create trigger payout_lines_are_append_only before update or delete on payout_lines
  for each row execute function refuse_change_of_payout_line();

create function return_payout() returns trigger language plpgsql as $$
begin
  if exists (
    select from payout_lines paid join payout_lines deducted on deducted.earning_id = paid.earning_id
    where paid.payout_id = new.payout_id and paid.kind = 'earned' and deducted.kind = 'taken-back') then
    raise exception 'a later payout has deducted an earning of payout %', new.payout_id
      using errcode = 'check_violation', constraint = 'payout_returns_are_not_deducted';
  end if;
  insert into returned_payout_lines (payout_id, earning_id, kind, amount_paise)
    select payout_id, earning_id, kind, amount_paise from payout_lines where payout_id = new.payout_id;
  update earnings set paid_out = false from payout_lines line
    where line.payout_id = new.payout_id and line.kind = 'earned' and earnings.id = line.earning_id;
  delete from payout_lines where payout_id = new.payout_id;
  return null;
end $$;
create trigger payout_returns_free_entries after insert on payout_returns
  for each row execute function return_payout();
