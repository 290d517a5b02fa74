-- migrate: statement by statement
-- The operator's search of the audit log, newest first.
drop index concurrently if exists audit_log_by_action;
create index concurrently audit_log_by_action on audit_log (action, id);
drop index concurrently if exists audit_log_by_time;
create index concurrently audit_log_by_time on audit_log (created_at, id);
drop index concurrently if exists audit_log_by_actor;
create index concurrently audit_log_by_actor on audit_log (actor_user_id, id) where actor_user_id is not null;
