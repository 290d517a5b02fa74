import { type AreaName, areaNames, type Track, trackNames } from "@greenroom/contract/rubrics/tracks.ts";
import type { Database, Tx } from "../../db/database.ts";
import { selectScoresOfBooking, selectSummary } from "./scores-store.ts";
import { findFeedbackFile } from "./store.ts";

export interface MentorReview {
  track: Track;
  scores: { area: AreaName; score: number }[];
}

/** The mentor's scores for one interview; null before they exist, and if the mentor uploaded a PDF instead. */
export async function findMentorReview(
  database: Database | Tx,
  bookingId: string,
): Promise<MentorReview | null> {
  const rows = (await selectScoresOfBooking(database, bookingId)).flatMap((row) =>
    isKnown(row) ? [row] : [],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const scores = rows.sort((a, b) => orderOf(a) - orderOf(b)).map(({ area, score }) => ({ area, score }));
  return { track: first.track, scores };
}

/**
 * The mentor's summary of one interview; null before it exists, if the mentor uploaded a PDF instead, and after the
 * mentor deleted their account.
 */
export async function findMentorSummary(database: Database, bookingId: string): Promise<string | null> {
  return (await selectSummary(database, bookingId))?.summary ?? null;
}

/** True once the mentor has given feedback on an interview, by form or PDF. */
export async function hasMentorFeedback(database: Database, bookingId: string): Promise<boolean> {
  return (await findFeedbackFile(database, bookingId)) !== undefined;
}

/** A server of a later version may have stored other names. */
function isKnown<Row extends { track: string; area: string }>(
  row: Row,
): row is Row & { track: Track; area: AreaName } {
  return trackNames.includes(row.track as Track) && areaNames.includes(row.area as AreaName);
}

function orderOf({ area }: { area: AreaName }): number {
  return areaNames.indexOf(area);
}
