import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";

interface KnownInterview {
  bookingId: string;
  startsAt: Date;
  interviewerName: string;
  /** `aiFeedbackSchema`, as it was stored; null while there is no checked report. */
  checked: unknown;
  hasReport: boolean;
  doneClaims: string[];
}

interface InterviewsToRead {
  intervieweeId: string;
  /** The interviewer who reads: their interviews without feedback are omitted. Null for the interviewee. */
  interviewerId: string | null;
  limit: number;
}

/** A person's interviews with a checked report or the mentor's scores, newest first. */
export async function selectKnownInterviews(
  database: Database,
  { intervieweeId, interviewerId, limit }: InterviewsToRead,
): Promise<KnownInterview[]> {
  const { rows } = await sql<KnownInterview>`
    select booking.id as booking_id, booking.starts_at, made.checked, made.booking_id is not null as has_report,
      trim(interviewer.first_name || ' ' || interviewer.last_name) as interviewer_name,
      array(select claim_id::text from report_exercises where booking_id = booking.id) as done_claims
    from (
      select booking_id from ai_reports where interviewee_id = ${intervieweeId} and checked is not null
      union
      select booking_id from feedback_scores where interviewee_id = ${intervieweeId}
    ) known
    join bookings booking on booking.id = known.booking_id
    join users interviewer on interviewer.id = booking.interviewer_id
    left join ai_reports made on made.booking_id = known.booking_id
    where (booking.interviewer_id is distinct from ${interviewerId}::uuid
        or exists (select from feedback_files where booking_id = booking.id))
    order by booking.starts_at desc, booking.id limit ${limit}`.execute(database);
  return rows;
}

interface DoneExercise {
  bookingId: string;
  /** The claim of an exercise, or the id of one of the mentor's next steps. */
  claimId: string;
  userId: string;
  doneAt: Date;
}

export async function putExercise(tx: Tx, exercise: DoneExercise): Promise<void> {
  await tx
    .insertInto("reportExercises")
    .values(exercise)
    .onConflict((conflict) => conflict.columns(["bookingId", "claimId"]).doNothing())
    .execute();
}

export async function deleteExercise(
  database: Database,
  { bookingId, claimId }: { bookingId: string; claimId: string },
): Promise<void> {
  await database
    .deleteFrom("reportExercises")
    .where("bookingId", "=", bookingId)
    .where("claimId", "=", claimId)
    .execute();
}

/** Done exercises of these claims only, because a report that was made again may have others. */
export async function selectDoneExercises(
  database: Database,
  bookingId: string,
  claimIds: readonly string[],
): Promise<string[]> {
  if (claimIds.length === 0) return [];
  const rows = await database
    .selectFrom("reportExercises")
    .select("claimId")
    .where("bookingId", "=", bookingId)
    .where("claimId", "in", claimIds)
    .execute();
  return rows.map(({ claimId }) => claimId);
}

export async function deleteExercisesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("reportExercises").where("userId", "=", userId).execute();
}
