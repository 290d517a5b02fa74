-- migrate: statement by statement
-- The plan of weekly hours reads an interviewer's slots from yesterday on. Without the start in the index, PostgreSQL
-- combined it with the index of all starts, and each batch of 20 interviewers read the coming slots of everybody.
drop index concurrently if exists availability_by_interviewer_and_start;
create index concurrently availability_by_interviewer_and_start on availability (interviewer_id, starts_at);

-- The new index serves its queries, too.
drop index concurrently if exists availability_by_interviewer;
