-- migrate: statement by statement
-- With the status in the index of an interviewer's slots by start, their open slots are counted from it. The index of
-- all bookable slots served this before, with a search for each start that anybody offers.
drop index concurrently if exists availability_by_interviewer_with_status;
create index concurrently availability_by_interviewer_with_status on availability (interviewer_id, starts_at)
  include (status);
drop index concurrently if exists availability_by_interviewer_and_start;

-- The purge of codes scanned all of them, twice.
drop index concurrently if exists codes_by_time;
create index concurrently codes_by_time on codes (created_at);
drop index concurrently if exists codes_with_signup;
create index concurrently codes_with_signup on codes (created_at) where signup is not null;
