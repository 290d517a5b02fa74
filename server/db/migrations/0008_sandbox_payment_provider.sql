-- The sandbox's own books, as the real provider keeps its own: nothing of ours refers to them.
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
create index sandbox_payments_by_order on sandbox.payments (order_id);
create unique index sandbox_one_capture_per_order on sandbox.payments (order_id) where status = 'captured';
