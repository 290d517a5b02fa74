-- migrate: statement by statement
-- Indexes for the operator's search of people and for one person's timeline. They are built while people write.

drop index concurrently if exists users_by_words;
create index concurrently users_by_words on users using gin
  (lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_number, '\D', '', 'g')) gin_trgm_ops);
drop index concurrently if exists users_operators;
create index concurrently users_operators on users (created_at, id) where is_operator;
drop index concurrently if exists users_blocked;
create index concurrently users_blocked on users (created_at, id) where blocked_at is not null;

drop index concurrently if exists ledger_by_user_and_time;
create index concurrently ledger_by_user_and_time on ledger_entries (user_id, created_at);
drop index concurrently if exists feedback_of_interviewer_and_time;
create index concurrently feedback_of_interviewer_and_time on feedback (interviewer_id, created_at);
drop index concurrently if exists audit_log_by_subject_and_time;
create index concurrently audit_log_by_subject_and_time on audit_log (subject, created_at);
drop index concurrently if exists audit_log_of_mismatches;
create index concurrently audit_log_of_mismatches on audit_log (created_at) where action = 'payment.mismatch';
