-- What the AI made of a session, for its interviewee; one a booking, written anew when it is made again.

create table ai_reports (
  booking_id uuid primary key references bookings (id),
  interviewee_id uuid not null references users (id),
  -- `aiReportSchema` of contract/feedback.ts.
  report jsonb not null check (jsonb_typeof(report) = 'object'),
  created_at timestamptz not null
);
create index ai_reports_of_interviewee on ai_reports (interviewee_id);
