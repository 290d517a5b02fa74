-- What is sold, at what price, and the money that came in. All money is integer paise.

create table plans (
  plan_type text primary key check (plan_type in ('Basic', 'Pro', 'Premium')),
  list_price_paise integer not null check (list_price_paise > 0),
  sessions integer not null check (sessions > 0),
  features text[] not null,
  is_highlighted boolean not null default false,
  position integer not null unique
);

create table coupons (
  id uuid primary key,
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{2,32}$'),
  kind text not null check (kind in ('percent', 'fixed')),
  -- Whole percent, or paise.
  value integer not null check (value > 0 and (kind = 'fixed' or value <= 100)),
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
  check (ends_at is null or ends_at > starts_at)
);
create unique index coupons_code_unique on coupons (code);
create unique index coupons_one_launch_offer on coupons (is_launch_offer) where is_launch_offer and stopped_at is null;

-- A price as it was promised to one person. Never changed once written.
create table quotes (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan_type text not null references plans (plan_type),
  coupon_id uuid references coupons (id),
  is_founding boolean not null,
  list_price_paise integer not null check (list_price_paise > 0),
  price_paise integer not null check (price_paise between 100 and list_price_paise),
  sessions integer not null check (sessions > 0),
  lines jsonb not null,
  created_at timestamptz not null
);

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
  paid_at timestamptz
);
create unique index orders_provider_order_unique on orders (provider, provider_order_id);
create unique index orders_receipt_unique on orders (receipt);
create index orders_by_user on orders (user_id, created_at);
create index orders_open_holds on orders (holds_until) where status = 'created';

create table payments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  user_id uuid not null references users (id),
  provider text not null,
  provider_payment_id text not null,
  amount_paise integer not null check (amount_paise >= 100),
  currency text not null check (currency = 'INR'),
  status text not null default 'captured' check (status in ('captured', 'refunded')),
  captured_at timestamptz not null
);
create unique index payments_provider_payment_unique on payments (provider, provider_payment_id);
create index payments_by_user on payments (user_id, captured_at);
create index payments_by_order on payments (order_id);

-- The first accounts whose Basic payment was captured, once each.
create table founding_members (
  user_id uuid primary key references users (id),
  payment_id uuid not null unique references payments (id),
  joined_at timestamptz not null
);

-- Every webhook that was accepted; a second delivery of the same event changes nothing.
create table webhook_events (
  provider text not null,
  event_id text not null,
  event_type text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- A quote is what somebody was promised, a payment what happened: neither may be rewritten.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger quotes_are_final before update or delete on quotes
  for each row execute function refuse_change();

insert into plans (plan_type, list_price_paise, sessions, features, is_highlighted, position) values
  ('Basic', 39900, 1, array['45 minutes, live, one to one', 'AI report after the session', 'Mentor''s written feedback'], false, 1),
  ('Pro', 99900, 3, array['Everything in Basic', 'Three mentors or one you trust', 'Progress across sessions'], true, 2),
  ('Premium', 149900, 5, array['Everything in Pro', 'Role-specific drills', 'Resume read before each session'], false, 3);

insert into coupons (id, code, kind, value, starts_at, is_launch_offer, created_at) values
  ('0190a5b8-7c00-7000-8000-000000000001', 'HAI50', 'percent', 50, '2026-01-01T00:00:00Z', true, '2026-01-01T00:00:00Z');
