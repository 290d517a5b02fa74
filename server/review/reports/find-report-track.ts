import { type Track, trackOfRole } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { Database } from "../../kernel/db/database.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";
import { findMentorReview } from "../feedback/list-feedback-scores.ts";

/** The track that the mentor chose; before the mentor's scores, the one that fits the goal's role. */
export async function findReportTrack(database: Database, bookingId: string): Promise<Track> {
  const review = await findMentorReview(database, bookingId);
  if (review !== null) return review.track;
  return trackOfRole((await findBookingGoal(database, bookingId))?.role ?? "");
}
