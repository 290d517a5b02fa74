-- migrate: statement by statement
-- The next moment at which the notice of one of an interviewer's open slots runs out.
drop index concurrently if exists availability_by_notice;
create index concurrently availability_by_notice on availability (interviewer_id, bookable_until)
  where status = 'available' and bookable_until is not null;
