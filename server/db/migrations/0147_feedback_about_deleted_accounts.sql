-- Feedback that was sent after its interviewee had deleted their account was stored with its texts. It no longer is, and
-- these rows go, as the rest of the account did.
delete from feedback_summaries summary using users person
  where person.id = summary.interviewee_id and person.deleted_at is not null;
delete from feedback_scores score using users person
  where person.id = score.interviewee_id and person.deleted_at is not null;
