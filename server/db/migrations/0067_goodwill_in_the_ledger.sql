-- A refund out of goodwill is a line of the ledger, too: of kind `refund` with no session, so that the balance is the same
-- before and after it. An older server shows such a line and writes none.
alter table ledger_entries drop constraint ledger_entries_check;
alter table ledger_entries add constraint ledger_entries_check check (case kind
  when 'grant' then delta > 0 and credit_id is null and booking_id is null
  when 'spend' then delta = -1 and credit_id is not null and booking_id is not null
  when 'return' then delta = 1 and credit_id is not null and booking_id is not null
  else booking_id is null and (delta = -1 and credit_id is not null or delta = 0 and credit_id is null) end);

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  expected text := case new.kind when 'return' then 'spent' else 'available' end;
  becomes text := case new.kind when 'spend' then 'spent' when 'return' then 'available' else 'refunded' end;
begin
  if new.kind <> 'grant' and new.delta <> 0 then
    update credits set status = becomes
      where id = new.credit_id and user_id = new.user_id and lot_id = new.lot_id and status = expected;
    if not found then
      raise exception 'credit % is not %', new.credit_id, expected
        using errcode = 'check_violation', constraint = 'credit_must_be_in_hand';
    end if;
  end if;
  -- Not by the upsert alone: PostgreSQL holds the row that it would insert, -1, to the check before it sees the conflict.
  update credit_accounts set balance = balance + new.delta where user_id = new.user_id
    returning balance into new.balance_after;
  if not found then
    insert into credit_accounts (user_id, balance) values (new.user_id, new.delta)
      on conflict (user_id) do update set balance = credit_accounts.balance + new.delta
      returning balance into new.balance_after;
  end if;
  return new;
end $$;
