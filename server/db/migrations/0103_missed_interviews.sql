-- migrate: statement by statement
-- The list of interviewers' quality counts the interviews that each of them missed, and looked through all of their
-- bookings for the few.
drop index concurrently if exists bookings_missed_by_interviewer;
create index concurrently bookings_missed_by_interviewer on bookings (interviewer_id) where status = 'no_show_interviewer';
