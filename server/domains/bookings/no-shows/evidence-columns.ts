import { sql } from "kysely";

/**
 * The columns of `InterviewEvidence` that come from visits to the room, for a query with the alias `booking` that
 * joins `meetings`. A booking has few visits, and an index finds them by its id.
 */
export const evidenceColumns = [
  sql<number>`(
    select coalesce(sum(greatest(0, extract(epoch from
      least(guest.last_seen_at, host.last_seen_at, booking.ends_at)
      - greatest(guest.entered_at, host.entered_at, booking.starts_at)))), 0)::float8
    from room_visits guest join room_visits host on host.booking_id = guest.booking_id
    where guest.booking_id = booking.id
      and guest.user_id = booking.interviewee_id and host.user_id = booking.interviewer_id
  )`.as("secondsTogether"),
  sql<boolean>`exists (
    select from room_visits host where host.booking_id = booking.id and host.user_id = booking.interviewer_id
      and host.entered_at < booking.ends_at and host.last_seen_at >= booking.starts_at
  )`.as("interviewerWasSeen"),
  sql<boolean>`(meetings.provider is null or meetings.provider = 'room')`.as("isRecorded"),
] as const;
