-- migrate: statement by statement
-- The figures of interviewers are listed by address, a page at a time.
drop index concurrently if exists users_interviewers_by_email;
create index concurrently users_interviewers_by_email on users (email) where role = 'interviewer';
