-- migrate: statement by statement
-- An interviewer's calendar asks every ten seconds how many interviews they have and how they were rated. These indexes
-- contain the answer, so that PostgreSQL no longer fetches every booking and rating that they ever had.
drop index concurrently if exists bookings_by_interviewer_and_start;
create index concurrently bookings_by_interviewer_and_start on bookings (interviewer_id, starts_at) include (status);
drop index concurrently if exists bookings_of_interviewer;

drop index concurrently if exists feedback_ratings_of_interviewer;
create index concurrently feedback_ratings_of_interviewer on feedback (interviewer_id) include (interview_score);
drop index concurrently if exists feedback_of_interviewer;
