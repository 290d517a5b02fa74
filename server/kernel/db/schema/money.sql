create table plans (
  plan_type text primary key check (plan_type in ('Basic', 'Pro', 'Premium')),
  list_price_paise integer not null check (list_price_paise > 0),
  sessions integer not null check (sessions > 0),
  features text[] not null,
  is_highlighted boolean not null default false,
  position integer not null unique
);
insert into plans (plan_type, list_price_paise, sessions, features, is_highlighted, position) values
  ('Basic', 39900, 1,
    array['45 minutes, live, one to one', 'A room with video and shared code', 'Mentor''s written feedback'], false, 1),
  ('Pro', 99900, 3, array['Everything in Basic', 'Three mentors or one you trust', 'Progress across sessions'], true, 2),
  ('Premium', 149900, 5,
    array['Everything in Pro', 'Five mentors or one you trust', 'Five interviews to compare'], false, 3);

-- List prices that replace that of `plans` from their start on. A version that has started is never changed.
create table plan_prices (
  id uuid primary key,
  plan_type text not null references plans (plan_type),
  list_price_paise integer not null check (list_price_paise between 100 and 100000000),
  starts_at timestamptz not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  check (withdrawn_at is null or withdrawn_at <= starts_at)
);
create unique index plan_prices_in_order on plan_prices (plan_type, starts_at) where withdrawn_at is null;

create table coupons (
  id uuid primary key,
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{2,32}$'),
  kind text not null check (kind in ('percent', 'fixed')),
  -- Whole percent, or paise.
  value integer not null,
  -- Null: every plan.
  plan_types text[],
  starts_at timestamptz not null,
  ends_at timestamptz,
  total_limit integer check (total_limit > 0),
  per_user_limit integer check (per_user_limit > 0),
  -- The launch offer: applied by itself, and the one coupon that the founding discount stacks on.
  is_launch_offer boolean not null default false,
  stopped_at timestamptz,
  created_at timestamptz not null,
  -- The owners who made or resumed a coupon alone, and so cannot use it themselves.
  makers uuid[] not null default '{}',
  -- The owner who approved it.
  approved_by uuid references users (id),
  check (value > 0 and (kind = 'fixed' or value <= 100)),
  check (ends_at is null or ends_at > starts_at)
);
create unique index coupons_code_unique on coupons (code);
create unique index coupons_one_launch_offer on coupons (is_launch_offer) where is_launch_offer and stopped_at is null;
create index coupons_by_time on coupons (created_at, id);
insert into coupons (id, code, kind, value, starts_at, is_launch_offer, created_at) values
  ('0190a5b8-7c00-7000-8000-000000000001', 'HAI50', 'percent', 50, '2026-01-01Z', true, '2026-01-01Z');

-- A price as it was promised to one person. Never changed once written.
create table quotes (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan_type text not null references plans (plan_type),
  coupon_id uuid references coupons (id),
  is_founding boolean not null,
  list_price_paise integer not null check (list_price_paise > 0),
  price_paise integer not null,
  sessions integer not null check (sessions > 0),
  lines jsonb not null,
  created_at timestamptz not null,
  check (price_paise >= 100 and price_paise <= list_price_paise)
);
create index quotes_by_coupon on quotes (coupon_id) where coupon_id is not null;
create index quotes_by_plan on quotes (plan_type);
create index quotes_of_user on quotes (user_id);
create trigger quotes_are_final before delete or update on quotes
  for each row execute function refuse_change();

create table orders (
  id uuid primary key,
  quote_id uuid not null unique references quotes (id),
  user_id uuid not null references users (id),
  provider text not null,
  -- Null from the moment we write the order until the provider has answered.
  provider_order_id text,
  receipt text not null check (length(receipt) <= 40),
  amount_paise integer not null check (amount_paise >= 100),
  currency text not null check (currency = 'INR'),
  status text not null default 'created' check (status in ('created', 'paid', 'failed')),
  -- Until then a founding place and a use of the coupon are kept for this order.
  holds_until timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- How often the provider was asked how this order ended.
  checks integer not null default 0,
  -- When it is asked next; null: not any more, or not opened there yet.
  next_check_at timestamptz,
  given_up_at timestamptz,
  declined_at timestamptz,
  decline_reason text
);
create unique index orders_provider_order_unique on orders (provider, provider_order_id);
create unique index orders_receipt_unique on orders (receipt);
create index orders_by_user on orders (user_id, created_at);
create index orders_failed_by_time on orders (created_at, id) where status = 'failed';
create index orders_given_up_by_time on orders (created_at, id) where status = 'created' and given_up_at is not null;
create index orders_open_by_time on orders (created_at, id) where status = 'created' and given_up_at is null;
create index orders_open_holds on orders (holds_until) where status = 'created';
create index orders_paid_by_time on orders (paid_at) where paid_at is not null;
create index orders_to_check on orders (next_check_at) where status = 'created' and next_check_at is not null;
create index orders_unpaid_by_person on orders (user_id, created_at) where status <> 'paid';
create index orders_unpaid_by_time on orders (created_at, id) where status <> 'paid';

create table payments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  user_id uuid not null references users (id),
  provider text not null,
  provider_payment_id text not null,
  amount_paise integer not null check (amount_paise >= 100),
  currency text not null check (currency = 'INR'),
  status text not null default 'captured' check (status in ('captured', 'refunded')),
  captured_at timestamptz not null,
  -- The sum of its refunds, kept by a trigger.
  refunded_paise integer not null default 0
);
create unique index payments_provider_payment_unique on payments (provider, provider_payment_id);
create index payments_by_order on payments (order_id);
create index payments_by_time on payments (captured_at, id);
create index payments_by_user on payments (user_id, captured_at);
create index payments_given_back_by_time on payments (captured_at, id)
  where status = 'refunded' or refunded_paise >= amount_paise;

create table refunds (
  -- Also the key under which the provider gives the money back at most once.
  id uuid primary key,
  payment_id uuid not null references payments (id),
  user_id uuid not null references users (id),
  amount_paise integer not null check (amount_paise > 0),
  -- The sessions that were taken back for it.
  sessions integer not null check (sessions >= 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'done')),
  -- Null until the provider has answered.
  provider_refund_id text unique,
  created_at timestamptz not null,
  done_at timestamptz,
  refusal text,
  refused_at timestamptz,
  -- Made at the provider, not at the desk: its sessions can be booked until the desk takes them back.
  made_at_provider boolean not null default false,
  check ((status = 'done') = (provider_refund_id is not null and done_at is not null)),
  constraint refunds_done_is_not_refused check (status <> 'done' or refusal is null),
  constraint refunds_refused_when check ((refusal is null) = (refused_at is null))
);
create index refunds_at_provider on refunds (created_at) where made_at_provider and sessions = 0;
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_sending on refunds (done_at, id) where status = 'done';
create index refunds_by_time on refunds (created_at, id);
create index refunds_by_user on refunds (user_id, created_at);
create index refunds_refused on refunds (refused_at) where refusal is not null;
create index refunds_waiting on refunds (created_at, id) where status = 'pending';

create function add_to_refunded() returns trigger language plpgsql as $$
begin
  update payments set refunded_paise = refunded_paise + new.amount_paise where id = new.payment_id;
  return null;
end $$;
create trigger refunds_are_summed after insert on refunds
  for each row execute function add_to_refunded();

create function take_from_refunded() returns trigger language plpgsql as $$
begin
  update payments set refunded_paise = refunded_paise - old.amount_paise where id = old.payment_id;
  return null;
end $$;
create trigger refunds_are_no_longer_summed after delete on refunds
  for each row execute function take_from_refunded();

-- Every webhook that was accepted; a second delivery of the same event changes nothing.
create table webhook_events (
  provider text not null,
  event_id text not null,
  event_type text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

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
create index credit_lots_by_time on credit_lots (granted_at);
create index credit_lots_of_user on credit_lots (user_id);

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
create index credits_of_user on credits (user_id);
-- The oldest session is spent first.
create index credits_spendable on credits (user_id, granted_at, lot_id, ordinal) where status = 'available';
create trigger credits_are_never_deleted before delete on credits
  for each row execute function refuse_change();

create table credit_accounts (
  user_id uuid primary key references users (id),
  balance integer not null,
  constraint credit_balance_never_negative check (balance >= 0)
);
create trigger balance_is_never_deleted before delete on credit_accounts
  for each row execute function refuse_change();

-- A balance and a credit change only from inside the ledger's own trigger.
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

create table ledger_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('grant', 'spend', 'return', 'refund')),
  delta integer not null,
  lot_id uuid not null references credit_lots (id),
  credit_id uuid references credits (id),
  booking_id uuid,
  balance_after integer not null default 0,
  reason text not null,
  created_at timestamptz not null,
  check (case kind
    when 'grant' then delta > 0 and credit_id is null and booking_id is null
    when 'spend' then delta = -1 and credit_id is not null and booking_id is not null
    when 'return' then delta = 1 and credit_id is not null and booking_id is not null
    else booking_id is null and (delta = -1 and credit_id is not null or delta = 0 and credit_id is null)
end)
);
create unique index ledger_one_grant_per_lot on ledger_entries (lot_id) where kind = 'grant';
create unique index ledger_one_refund_per_credit on ledger_entries (credit_id) where kind = 'refund';
create unique index ledger_one_return_per_booking on ledger_entries (booking_id) where kind = 'return';
create unique index ledger_one_spend_per_booking on ledger_entries (booking_id) where kind = 'spend';
create index ledger_by_time on ledger_entries (created_at);
create index ledger_by_user on ledger_entries (user_id, id);
create index ledger_by_user_and_time on ledger_entries (user_id, created_at);
create trigger ledger_is_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();

create function apply_ledger_entry() returns trigger language plpgsql as $$
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
create trigger ledger_applies before insert on ledger_entries
  for each row execute function apply_ledger_entry();

-- Only the reason may change, to erase the name and address of a deleted account.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (select from users where id = old.user_id and deleted_at is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_is_append_only before delete or update on ledger_entries
  for each row execute function refuse_ledger_change();

-- Founding places and their discount, in place of the settings from their start on.
create table founding_terms (
  id uuid primary key,
  places integer not null check (places between 0 and 1000000),
  discount_paise integer not null check (discount_paise between 0 and 100000000),
  starts_at timestamptz not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  check (withdrawn_at is null or withdrawn_at <= starts_at)
);
create unique index founding_terms_in_order on founding_terms (starts_at) where withdrawn_at is null;

-- The first accounts whose Basic payment was captured, once each.
create table founding_members (
  user_id uuid primary key references users (id),
  payment_id uuid not null unique references payments (id),
  joined_at timestamptz not null
);

create table earnings (
  id uuid primary key,
  booking_id uuid not null,
  interviewer_id uuid not null references users (id),
  -- What the very session was sold for, and the part of it that is the interviewer's.
  session_price_paise integer not null check (session_price_paise >= 0),
  share_percent integer not null check (share_percent between 0 and 100),
  amount_paise integer not null,
  status text not null default 'pending',
  created_at timestamptz not null,
  credited_at timestamptz,
  voided_at timestamptz,
  -- What an interviewer reads beside an earning that was taken away. Those from before say only that.
  void_reason text,
  -- In a payout; kept by a trigger.
  paid_out boolean not null default false,
  check (amount_paise >= 0 and amount_paise <= session_price_paise),
  constraint earnings_credited_when check ((status = 'credited') = (credited_at is not null)),
  constraint earnings_status_known check (status in ('pending', 'credited', 'void')),
  constraint earnings_voided_when check ((status = 'void') = (voided_at is not null))
);
create unique index earnings_one_per_booking on earnings (booking_id);
create index earnings_by_interviewer_with_amount on earnings (interviewer_id, created_at, id)
  include (status, amount_paise);
create index earnings_due on earnings (interviewer_id) include (id, amount_paise)
  where status = 'credited' and not paid_out;
create index earnings_paid_and_void on earnings (interviewer_id) where status = 'void' and paid_out;
create index earnings_taken_back on earnings (interviewer_id, voided_at) where voided_at is not null;

-- Where an interviewer's money goes: account or UPI id, and PAN, encrypted with the server's secret.
create table payout_details (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  sealed bytea not null,
  masked jsonb not null,
  created_at timestamptz not null,
  usable_at timestamptz not null,
  check (usable_at >= created_at)
);
create index payout_details_of_interviewer on payout_details (interviewer_id, usable_at);

-- What was exported for the bank: the entries with the amounts of that moment.
create table payout_batches (
  id uuid primary key,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  closed_at timestamptz,
  check (closed_at >= made_at)
);
create unique index payout_batches_one_open on payout_batches ((closed_at is null)) where closed_at is null;
create index payout_batches_of_operator on payout_batches (made_by);

create table payout_batch_lines (
  batch_id uuid not null references payout_batches (id),
  interviewer_id uuid not null references users (id),
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  amount_paise integer not null,
  primary key (batch_id, earning_id, kind),
  check (case kind
    when 'earned' then amount_paise >= 0
    else amount_paise <= 0
end)
);
-- For the check above and for reversals: the exports of one earning.
create index payout_batch_lines_of_earning on payout_batch_lines (earning_id);
create index payout_batch_lines_of_interviewer on payout_batch_lines (interviewer_id);
create index payout_batch_lines_of_person on payout_batch_lines (batch_id, interviewer_id);
create trigger payout_batch_lines_are_append_only before delete or update on payout_batch_lines
  for each row execute function refuse_change();

-- Money that left for an interviewer at once, under the bank's own reference. Neither table is ever changed.
create table payouts (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  amount_paise integer not null check (amount_paise > 0),
  reference text not null check (reference <> ''),
  paid_at timestamptz not null,
  constraint payouts_reference_once unique (interviewer_id, reference)
);
create index payouts_by_time on payouts (paid_at, id);
create index payouts_of_interviewer on payouts (interviewer_id, paid_at);
create trigger payouts_are_append_only before delete or update on payouts
  for each row execute function refuse_change();
create trigger payouts_are_never_emptied before truncate on payouts
  for each statement execute function refuse_change();

-- What a payout is made of: earnings, and as negative lines those that were taken back after an earlier payout.
create table payout_lines (
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  payout_id uuid not null references payouts (id),
  amount_paise integer not null,
  primary key (earning_id, kind),
  check (case kind
    when 'earned' then amount_paise >= 0
    else amount_paise <= 0
end)
);
create index payout_lines_by_payout on payout_lines (payout_id);
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
create constraint trigger payout_is_its_lines after insert on payouts deferrable initially deferred
  for each row execute function check_payout_sum();
create constraint trigger payout_line_is_in_sum after insert on payout_lines deferrable initially deferred
  for each row execute function check_payout_sum();

-- A payout records what the bank transferred.
create function check_payout_line() returns trigger language plpgsql as $$
declare
  earning_status text := (select status from earnings where id = new.earning_id);
begin
  if new.kind = 'earned' and earning_status <> 'credited' and not exists (
      select from payout_batch_lines line where line.earning_id = new.earning_id and line.kind = 'earned') then
    raise exception 'earning % is not credited and was never exported for the bank', new.earning_id
      using errcode = 'check_violation', constraint = 'payout_lines_are_owed';
  end if;
  if new.kind = 'taken-back' and (earning_status <> 'void' or not exists (
      select from payout_lines paid where paid.earning_id = new.earning_id and paid.kind = 'earned'
        and paid.amount_paise = -new.amount_paise)) then
    raise exception 'earning % was not paid and taken back, so nothing is deducted for it', new.earning_id
      using errcode = 'check_violation', constraint = 'payout_lines_are_owed';
  end if;
  return null;
end $$;
create constraint trigger payout_lines_are_owed after insert on payout_lines deferrable initially deferred
  for each row execute function check_payout_line();

create function mark_paid_earnings() returns trigger language plpgsql as $$
begin
  update earnings set paid_out = true from inserted where earnings.id = inserted.earning_id and inserted.kind = 'earned';
  return null;
end $$;
create trigger payout_lines_mark_earnings after insert on payout_lines referencing new table as inserted
  for each statement execute function mark_paid_earnings();

-- An entry leaves its payout only when that is returned.
create function refuse_change_of_payout_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from returned_payout_lines line where line.payout_id = old.payout_id
      and line.earning_id = old.earning_id and line.kind = old.kind and line.amount_paise = old.amount_paise) then
    return old;
  end if;
  raise exception 'payout_lines is append-only' using errcode = 'restrict_violation';
end $$;
create trigger payout_lines_are_append_only before delete or update on payout_lines
  for each row execute function refuse_change_of_payout_line();

-- A transfer that the bank returned.
create table payout_returns (
  payout_id uuid primary key references payouts (id),
  reason text not null check (reason <> ''),
  returned_at timestamptz not null
);
create trigger payout_returns_are_append_only before delete or update on payout_returns
  for each row execute function refuse_change();
create trigger payout_returns_are_never_emptied before truncate on payout_returns
  for each statement execute function refuse_change();

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

create table returned_payout_lines (
  payout_id uuid not null references payout_returns (payout_id),
  earning_id uuid not null references earnings (id),
  kind text not null check (kind in ('earned', 'taken-back')),
  amount_paise integer not null,
  primary key (payout_id, earning_id, kind)
);
create index returned_payout_lines_of_earning on returned_payout_lines (earning_id);
create trigger returned_payout_lines_are_append_only before delete or update on returned_payout_lines
  for each row execute function refuse_change();
create trigger returned_payout_lines_are_never_emptied before truncate on returned_payout_lines
  for each statement execute function refuse_change();

-- The books of the sandbox's provider. As with a real one, nothing of ours refers to them.
create schema sandbox;
create table sandbox.orders (
  id text primary key,
  amount integer not null,
  currency text not null,
  receipt text not null,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  created_at timestamptz not null
);
create table sandbox.payments (
  id text primary key,
  order_id text not null references sandbox.orders (id),
  amount integer not null,
  status text not null check (status in ('captured', 'failed')),
  created_at timestamptz not null
);
create unique index sandbox_one_capture_per_order on sandbox.payments (order_id) where status = 'captured';
create index sandbox_payments_by_order on sandbox.payments (order_id);
create table sandbox.refunds (
  id text primary key,
  payment_id text not null references sandbox.payments (id),
  amount integer not null check (amount > 0),
  idempotency_key text not null unique,
  created_at timestamptz not null
);
