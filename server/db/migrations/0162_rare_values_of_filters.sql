-- migrate: statement by statement
-- Filters of the desk that few rows match. PostgreSQL read all orders that were ever given up to find those that are still
-- checked, and the audit log from its end to find what commands and jobs did.
drop index concurrently if exists orders_open_by_time;
create index concurrently orders_open_by_time on orders (created_at, id)
  where status = 'created' and given_up_at is null;
drop index concurrently if exists audit_log_without_person;
create index concurrently audit_log_without_person on audit_log (actor, id) where actor_user_id is null;
