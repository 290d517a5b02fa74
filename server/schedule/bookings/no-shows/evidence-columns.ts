import { sql } from "kysely";

/**
 * The columns with the visits to the room for `InterviewEvidence`, for a query with the alias `booking` that
 * left-joins `meetings`. Lists can select them for every booking, because a booking has few visits and an
 * index finds them by its id.
 */
export const evidenceColumns = [
  // A person with two visits at once, on two devices, counts once, because a range contains no moment twice.
  sql<number>`(
    select coalesce(sum(extract(epoch from upper(together) - lower(together))), 0)::float8
    from unnest(
      (${presenceOf("interviewee_id")}) * (${presenceOf("interviewer_id")})
      * tstzmultirange(tstzrange(booking.starts_at, booking.ends_at))) together
  )`.as("secondsTogether"),
  wasSeen("interviewee_id").as("wasIntervieweeSeen"),
  wasSeen("interviewer_id").as("wasInterviewerSeen"),
  sql<string | null>`meetings.provider`.as("meetingProvider"),
] as const;

/** Whether one party was in the room during the interview. */
function wasSeen(partyColumn: "interviewee_id" | "interviewer_id") {
  return sql<boolean>`exists (
    select from room_visits where booking_id = booking.id and user_id = ${sql.ref(`booking.${partyColumn}`)}
      and entered_at < booking.ends_at and last_seen_at >= booking.starts_at)`;
}

/** The times of one party in the room, as a multirange; null without a visit. */
function presenceOf(partyColumn: "interviewee_id" | "interviewer_id") {
  return sql`
    select range_agg(tstzrange(entered_at, greatest(entered_at, last_seen_at))) from room_visits
    where booking_id = booking.id and user_id = ${sql.ref(`booking.${partyColumn}`)}`;
}
