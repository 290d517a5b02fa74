-- A mentor's summary from the form, which the report quotes above the scores. Feedback from before this table has it
-- in the PDF only, and an uploaded PDF has none. Older servers do not write here.

create table feedback_summaries (
  booking_id uuid primary key references bookings (id),
  summary text not null check (length(summary) between 1 and 5000),
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  written_at timestamptz not null
);
create index feedback_summaries_of_interviewee on feedback_summaries (interviewee_id);
create index feedback_summaries_of_interviewer on feedback_summaries (interviewer_id);
