-- How many seconds an interviewer worked on the feedback form, as their page measured it; null if the page did not say.
-- The previous version of the server neither reads nor writes it.
alter table feedback_summaries
  add column writing_seconds integer check (writing_seconds between 1 and 86400);
