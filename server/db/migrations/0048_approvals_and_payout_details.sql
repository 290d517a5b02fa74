-- Actions of an operator over a limit, which run only when a second operator approves them. `payload` names exactly what
-- was previewed, and `version` is that preview's: what has changed since then is refused.
create table operator_approvals (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'payout', 'grant')),
  payload jsonb not null,
  lines jsonb not null,
  version text not null,
  reason text not null,
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  outcome text check (outcome in ('approved', 'declined', 'withdrawn')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision_reason text,
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null)),
  constraint operator_approvals_need_another check (outcome is distinct from 'approved' or decided_by <> asked_by)
);
create index operator_approvals_by_time on operator_approvals (asked_at, id);
create index operator_approvals_open on operator_approvals (asked_at, id) where outcome is null;
create index operator_approvals_by_asker on operator_approvals (asked_by);
create index operator_approvals_by_decider on operator_approvals (decided_by) where decided_by is not null;

-- Where an interviewer's money goes: account or UPI id, and PAN, encrypted with the server's secret. `masked` is what
-- screens show. A change is used from `usable_at` on, so that its owner can object in time.
create table payout_details (
  id uuid primary key,
  interviewer_id uuid not null references users (id),
  sealed bytea not null,
  masked jsonb not null,
  created_at timestamptz not null,
  usable_at timestamptz not null check (usable_at >= created_at)
);
create index payout_details_of_interviewer on payout_details (interviewer_id, usable_at);

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
