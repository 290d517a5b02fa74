-- migrate: statement by statement
-- Whom Today has shown to an operator within the last day, which every load of the page asks.
drop index concurrently if exists audit_log_of_today;
create index concurrently audit_log_of_today on audit_log (actor_user_id, created_at) where action = 'desk.today-viewed';
