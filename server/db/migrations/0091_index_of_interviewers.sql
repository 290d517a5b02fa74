-- migrate: statement by statement
-- The desk lists interviewers by name, the blocked ones, too. The index of the public list has only those who are not
-- blocked, so the desk's list scanned all people.
drop index concurrently if exists users_interviewers_at_the_desk;
create index concurrently users_interviewers_at_the_desk on users (first_name, last_name, id)
  where role = 'interviewer' and deleted_at is null;
