-- migrate: statement by statement
-- The desk's timeline of an interviewer has the earnings that were taken back, which are few.
drop index concurrently if exists earnings_taken_back;
create index concurrently earnings_taken_back on earnings (interviewer_id, voided_at) where voided_at is not null;
