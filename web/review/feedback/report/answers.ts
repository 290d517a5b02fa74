import type { AreaName } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";

/** The fields of the feedback form. */
export interface Answers {
  track: Track;
  /** A score is null for "not assessed", and missing until one is chosen. */
  areas: { area: AreaName; score?: number | null; notes: string }[];
  questions: string;
  summary: string;
  nextSteps: string;
}

/** The name of the draft of these answers. */
export function feedbackDraftName(bookingId: string): string {
  return `report-${bookingId}`;
}
