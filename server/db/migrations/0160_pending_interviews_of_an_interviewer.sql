-- migrate: statement by statement
-- The upcoming interviews of one interviewer. Without it, PostgreSQL reads those of everybody, or the interviewer's whole
-- history.
drop index concurrently if exists bookings_pending_of_interviewer;
create index concurrently bookings_pending_of_interviewer on bookings (interviewer_id, starts_at, id)
  where status = 'pending';
