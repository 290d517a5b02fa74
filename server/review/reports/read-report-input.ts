import type { Deps } from "../../kernel/deps.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { findMentorReview } from "../feedback/list-feedback-scores.ts";
import { assembleRecord } from "./assemble-record.ts";
import type { ReportInput } from "./drafting/draft-report.ts";
import { findReportTrack } from "./find-report-track.ts";
import { rubricAreasOf } from "./mentor-scores.ts";
import { selectEarlierMeasured } from "./store.ts";

const comparedInterviews = 3;

/** Reads everything that the report of this interview is made from. */
export async function readReportInput(
  deps: Pick<Deps, "database" | "clock" | "workers">,
  booking: BookingRecord,
): Promise<ReportInput> {
  const { database } = deps;
  const now = deps.clock.now();
  const review = await findMentorReview(database, booking.id);
  return {
    record: await assembleRecord(deps, booking, now),
    rubric: { areas: rubricAreasOf(await findReportTrack(database, booking.id)) },
    mentorScores: review?.scores ?? [],
    earlier: await selectEarlierMeasured(database, booking, comparedInterviews),
    now,
  };
}
