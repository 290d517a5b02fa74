-- The ledger stays append-only but for one thing: the reason of an entry of a deleted account can lose the person's name and
-- address, and nothing else of the entry can change.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (select from users where id = old.user_id and deleted_at is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger ledger_is_append_only on ledger_entries;
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
