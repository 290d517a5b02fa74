-- Orders that nobody has told us the end of are asked for at the provider; money given back is written down.

alter table orders
  -- How often the provider was asked how this order ended.
  add column checks integer not null default 0,
  -- When it is asked next; null: not any more, or not opened there yet.
  add column next_check_at timestamptz,
  add column given_up_at timestamptz;
create index orders_to_check on orders (next_check_at) where status = 'created' and next_check_at is not null;
-- Those that are open from before.
update orders set next_check_at = created_at + interval '5 minutes'
  where status = 'created' and provider_order_id is not null;

create table refunds (
  -- Also the key under which the provider gives the money back at most once.
  id uuid primary key,
  payment_id uuid not null references payments (id),
  user_id uuid not null references users (id),
  amount_paise integer not null check (amount_paise > 0),
  -- The sessions that were taken back for it.
  sessions integer not null check (sessions > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'done')),
  -- Null until the provider has answered.
  provider_refund_id text unique,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((status = 'done') = (provider_refund_id is not null and done_at is not null))
);
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_user on refunds (user_id, created_at);

create table sandbox.refunds (
  id text primary key,
  payment_id text not null references sandbox.payments (id),
  amount integer not null check (amount > 0),
  idempotency_key text not null unique,
  created_at timestamptz not null
);
