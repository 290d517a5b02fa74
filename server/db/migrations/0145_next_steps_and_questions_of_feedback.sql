-- The next steps and the questions of a mentor's form, one per line, which the report shows. Feedback from before this
-- migration has them in the PDF only. The previous version of the server neither reads nor writes them.
alter table feedback_summaries
  add column next_steps text not null default '' check (length(next_steps) <= 2000),
  add column questions text not null default '' check (length(questions) <= 4000);

-- No column is added for the steps that an interviewee has done.
comment on column report_exercises.claim_id is
  'The claim of an exercise, or the derived id of one of the mentor''s next steps';
