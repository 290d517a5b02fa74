-- Sessions as money. A lot is what was bought (or given) at once; a credit is one session of it with its own share of
-- the price; the ledger is the only way in which either moves. Balance and credit status follow the ledger by trigger.

create table credit_lots (
  id uuid primary key,
  user_id uuid not null references users (id),
  source text not null check (source in ('purchase', 'remedy', 'gift')),
  payment_id uuid unique references payments (id),
  sessions integer not null check (sessions > 0),
  price_paise integer not null check (price_paise >= 0),
  granted_at timestamptz not null,
  check ((source = 'purchase') = (payment_id is not null))
);

create table credits (
  id uuid primary key,
  lot_id uuid not null references credit_lots (id),
  user_id uuid not null references users (id),
  ordinal integer not null check (ordinal > 0),
  value_paise integer not null check (value_paise >= 0),
  granted_at timestamptz not null,
  status text not null default 'available' check (status in ('available', 'spent', 'refunded')),
  unique (lot_id, ordinal)
);
-- The oldest session is spent first.
create index credits_spendable on credits (user_id, granted_at, lot_id, ordinal) where status = 'available';

create table credit_accounts (
  user_id uuid primary key references users (id),
  balance integer not null,
  constraint credit_balance_never_negative check (balance >= 0)
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('grant', 'spend', 'return', 'refund')),
  delta integer not null,
  lot_id uuid not null references credit_lots (id),
  credit_id uuid references credits (id),
  booking_id uuid references bookings (id),
  balance_after integer not null default 0,
  reason text not null,
  created_at timestamptz not null,
  check (case kind
    when 'grant' then delta > 0 and credit_id is null and booking_id is null
    when 'spend' then delta = -1 and credit_id is not null and booking_id is not null
    when 'return' then delta = 1 and credit_id is not null and booking_id is not null
    else delta = -1 and credit_id is not null and booking_id is null end)
);
create unique index ledger_one_grant_per_lot on ledger_entries (lot_id) where kind = 'grant';
create unique index ledger_one_spend_per_booking on ledger_entries (booking_id) where kind = 'spend';
create unique index ledger_one_return_per_booking on ledger_entries (booking_id) where kind = 'return';
create unique index ledger_one_refund_per_credit on ledger_entries (credit_id) where kind = 'refund';
create index ledger_by_user on ledger_entries (user_id, id);

create function apply_ledger_entry() returns trigger language plpgsql as $$
declare
  expected text := case new.kind when 'return' then 'spent' else 'available' end;
  becomes text := case new.kind when 'spend' then 'spent' when 'return' then 'available' else 'refunded' end;
begin
  if new.kind <> 'grant' then
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
create trigger ledger_applies before insert on ledger_entries
  for each row execute function apply_ledger_entry();
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_is_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Nobody edits a balance or a credit by hand: both change only from inside the ledger's own trigger.
create function only_from_ledger() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% moves only through the ledger', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger balance_follows_ledger before insert or update on credit_accounts
  for each row execute function only_from_ledger();
create trigger credits_follow_ledger before update on credits
  for each row execute function only_from_ledger();
create trigger credits_are_never_deleted before delete on credits
  for each row execute function refuse_change();
create trigger balance_is_never_deleted before delete on credit_accounts
  for each row execute function refuse_change();
