-- migrate: statement by statement
-- Payments whose sessions or whose whole price went back. It replaces the index of the first kind alone, which no query can use.
drop index concurrently if exists payments_given_back_by_time;
create index concurrently payments_given_back_by_time on payments (captured_at, id)
  where status = 'refunded' or refunded_paise >= amount_paise;
drop index concurrently if exists payments_refunded_by_time;

-- The reasons of an approval may name people by address, as its lines do: finds them when a person deletes their account.
drop index concurrently if exists operator_approvals_reason_words;
create index concurrently operator_approvals_reason_words on operator_approvals
  using gin (to_tsvector('simple', reason || ' ' || coalesce(decision_reason, '')));
