-- An operator proposes another time for a booking, with the same interviewer. The booking moves when both parties accept.
-- `booking_sequence` is the booking's when it was proposed: a booking that has changed since is not moved by it. A
-- proposal that has lapsed keeps an empty outcome until another one takes its place.
create table move_proposals (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  booking_sequence integer not null,
  interviewee_id uuid not null references users (id),
  interviewer_id uuid not null references users (id),
  from_starts_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  interviewee_accepted_at timestamptz,
  interviewer_accepted_at timestamptz,
  outcome text check (outcome in ('moved', 'declined', 'withdrawn', 'slot_taken', 'lapsed')),
  declined_by text check (declined_by in ('interviewee', 'interviewer')),
  ended_at timestamptz,
  check (starts_at <> from_starts_at),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is not distinct from 'declined') = (declined_by is not null)),
  constraint move_proposals_need_both check (
    outcome is distinct from 'moved' or (interviewee_accepted_at is not null and interviewer_accepted_at is not null))
);
create unique index move_proposals_one_open on move_proposals (booking_id) where outcome is null;
create index move_proposals_of_booking on move_proposals (booking_id, proposed_at);
create index move_proposals_of_interviewee on move_proposals (interviewee_id);
create index move_proposals_of_interviewer on move_proposals (interviewer_id);
