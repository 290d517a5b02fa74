-- migrate: statement by statement
-- The figures of the open day count its slots by status. Without the status in the index of slots by start, they were
-- counted from the index of each interviewer's slots, with a search for each interviewer.
drop index concurrently if exists availability_by_start_with_status;
create index concurrently availability_by_start_with_status on availability (starts_at) include (status);
drop index concurrently if exists availability_by_start;
