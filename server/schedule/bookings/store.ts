import type { NoShowReport, Party } from "@greenroom/contract/schedule/bookings.ts";
import { type RawBuilder, sql, type Updateable } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Bookings, UnclearInterviews } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { isOwnRoom } from "../meetings/meeting-place.ts";
import { shortAbsenceSeconds } from "./attendance.ts";
import { type InterviewEvidence, mostOwnReturns } from "./rules.ts";

/**
 * Bookings with everything that a list shows of them. The index `move_proposals_one_open` finds a booking's only
 * proposal without an outcome, so the join adds no row.
 */
export function selectBookings(database: Database | Tx) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewer", "interviewer.id", "booking.interviewerId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .leftJoin("feedback", "feedback.bookingId", "booking.id")
    .leftJoin("feedbackFiles", "feedbackFiles.bookingId", "booking.id")
    .leftJoin("awaitedFeedback", "awaitedFeedback.bookingId", "booking.id")
    .leftJoin("remedies", "remedies.bookingId", "booking.id")
    .leftJoin("aiReports", "aiReports.bookingId", "booking.id")
    .leftJoin("bookingGoals", "bookingGoals.bookingId", "booking.id")
    .leftJoin("unclearInterviews as unclear", "unclear.bookingId", "booking.id")
    .leftJoin("moveProposals as proposal", (join) =>
      join.onRef("proposal.bookingId", "=", "booking.id").on("proposal.outcome", "is", null),
    )
    .select([
      "booking.id",
      "booking.status",
      "booking.startsAt",
      "booking.endsAt",
      "booking.interviewerId",
      "booking.intervieweeId",
      "interviewer.firstName as interviewerFirstName",
      "interviewer.lastName as interviewerLastName",
      "interviewee.firstName as intervieweeFirstName",
      "interviewee.lastName as intervieweeLastName",
      "interviewee.email as intervieweeEmail",
      "meetings.joinUrl",
      "feedback.interviewScore",
      "feedback.overallSummary",
      "feedbackFiles.storageKey as feedbackFileKey",
      "awaitedFeedback.endsAt as feedbackAwaitedFrom",
      "aiReports.checked as checkedReport",
      "aiReports.createdAt as reportMadeAt",
      "bookingGoals.goal",
      "remedies.grantedAt as remediedAt",
      "booking.cancelledAt",
      "booking.cancelledBy",
      "booking.sessionForfeited",
      "booking.completedAt",
      "booking.inviteSequence",
      "unclear.found as unclearFound",
      "unclear.foundAt as unclearSince",
      "unclear.secondsTogether as unclearSeconds",
      "unclear.reason as unclearReason",
      "unclear.outcome as unclearOutcome",
      "unclear.intervieweeConfirmed",
      "unclear.interviewerConfirmed",
      lastOwnReturn,
      "proposal.id as proposalId",
      "proposal.bookingSequence as proposalSequence",
      "proposal.expiresAt as proposalExpiresAt",
      "proposal.intervieweeAcceptedAt",
      "proposal.interviewerAcceptedAt",
      reportsOfBooking,
      ...evidenceColumns,
    ]);
}

export type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>["execute"]>>[number];

export async function getInterviewEvidence(
  deps: Pick<Deps, "meetings">,
  tx: Tx,
  bookingId: string,
): Promise<InterviewEvidence & { isUnclear: boolean }> {
  const { status, interviewScore, feedbackFileKey, meetingProvider, unclearFound, ...evidence } =
    await selectBookings(tx).where("booking.id", "=", bookingId).executeTakeFirstOrThrow();
  return {
    ...evidence,
    status,
    isRecorded: isOwnRoom(deps, meetingProvider),
    hasFeedback: interviewScore !== null,
    hasFeedbackFile: feedbackFileKey !== null,
    isUnclear: unclearFound !== null,
  };
}

/** Both parties' no-show reports, oldest first, in the API's form. */
const reportsOfBooking = sql<NoShowReport[]>`(
  select coalesce(json_agg(json_build_object(
    'by', report.reported_by, 'outcome', report.outcome, 'record', report.record,
    'reportedAt', to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by report.reported_at), '[]') from no_show_reports report where report.booking_id = booking.id
)`.as("noShowReports");

/**
 * The columns with the visits to the room for `InterviewEvidence`, for a query with the alias `booking` that
 * left-joins `meetings`. Lists can select them for every booking, because a booking has few visits and an
 * index finds them by its id.
 */
const evidenceColumns = [
  // A person with two visits at once, on two devices, counts once, because a range contains no moment twice.
  secondsOf(sql`(${presenceOf("interviewee_id")}) * (${presenceOf("interviewer_id")})`).as("secondsTogether"),
  secondsOf(sql`(${presenceOf("interviewee_id")})`).as("intervieweeSeconds"),
  secondsOf(sql`(${presenceOf("interviewer_id")})`).as("interviewerSeconds"),
  sql<string | null>`meetings.provider`.as("meetingProvider"),
] as const;

/** The seconds of a multirange that are within the interview. */
function secondsOf(presence: RawBuilder<unknown>) {
  return sql<number>`(
    select coalesce(sum(extract(epoch from upper(present) - lower(present))), 0)::float8
    from unnest(${presence} * tstzmultirange(tstzrange(booking.starts_at, booking.ends_at))) present)`;
}

/** The times of one party in the room without short absences, as a multirange; null without a visit. */
function presenceOf(partyColumn: "interviewee_id" | "interviewer_id") {
  const absence = sql`make_interval(secs => ${sql.lit(shortAbsenceSeconds)})`;
  return sql`
    select range_agg(tstzrange(lower(stay), upper(stay) - ${absence})) from unnest((
      select range_agg(tstzrange(entered_at, greatest(entered_at, last_seen_at) + ${absence}, '()')) from room_visits
      where booking_id = booking.id and user_id = ${sql.ref(`booking.${partyColumn}`)})) stay`;
}

/**
 * The earliest of the last two short interviews that the interviewee of an open short interview took back by their own
 * answer; null if there are fewer, or if the interview is no such one.
 */
const lastOwnReturn =
  sql<Date | null>`case when unclear.found = 'ended-early' and unclear.outcome is null then (
  select other.decided_at from bookings returned join unclear_interviews other on other.booking_id = returned.id
  where returned.interviewee_id = booking.interviewee_id and other.found = 'ended-early'
    and other.outcome = 'session-returned' and other.interviewee_confirmed = false
  order by other.decided_at desc offset ${sql.lit(mostOwnReturns - 1)} limit 1) end`.as("lastOwnReturn");

/** Changes a pending booking. Returns false if it is no longer pending. */
export async function updatePending(tx: Tx, id: string, changes: Updateable<Bookings>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bookings")
    .set(changes)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The booking's time and interviewer before the move that the invitation with this sequence announced. */
export function getMove(database: Database, bookingId: string, sequence: number) {
  return database
    .selectFrom("bookingMoves")
    .select(["fromInterviewerId as interviewerId", "fromStartsAt as startsAt", "fromEndsAt as endsAt"])
    .where("bookingId", "=", bookingId)
    .where("sequence", "=", sequence)
    .executeTakeFirstOrThrow();
}

export async function findReports(tx: Tx, bookingId: string): Promise<{ by: Party; outcome: string }[]> {
  return await tx
    .selectFrom("noShowReports")
    .select(["reportedBy as by", "outcome"])
    .where("bookingId", "=", bookingId)
    .execute();
}

/** Upholds the waiting reports of a booking against the party that was absent. */
export async function upholdReports(tx: Tx, bookingId: string, absent: Party, now: Date): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set({ outcome: "upheld", decidedAt: now })
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .where("reportedBy", "<>", absent)
    .execute();
}

/** Decides all waiting reports of a booking: upholds those against the party that was absent, dismisses the others. */
export async function decideReports(
  tx: Tx,
  bookingId: string,
  absent: Party | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set(({ ref }) => ({
      outcome: sql`case when ${ref("reportedBy")} <> ${absent}::text then 'upheld' else 'dismissed' end`,
      decidedAt: now,
    }))
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .execute();
}

/** Does nothing to an interview that is not unclear, or no longer. */
export async function updateUnclear(
  tx: Tx,
  bookingId: string,
  changes: Updateable<UnclearInterviews>,
): Promise<void> {
  await tx
    .updateTable("unclearInterviews")
    .set(changes)
    .where("bookingId", "=", bookingId)
    .where("outcome", "is", null)
    .execute();
}
