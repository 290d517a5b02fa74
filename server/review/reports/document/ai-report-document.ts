import type { InterviewBefore } from "@greenroom/contract/review/reports/interview-before.ts";
import type { Dispute, MentorFeedback, ReportRecord } from "@greenroom/contract/review/reports/reports.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";

/** The content of a report's PDF. */
export interface AiReportDocument {
  business: string;
  interviewee: string;
  interviewer: string;
  when: string;
  /** The interviewee's goal in a line or two; empty if there is none. */
  goal: string[];
  /** Its anchors describe the scores. */
  track: Track;
  /** The reader's; it decides the days of the plan. */
  timeZone: string;
  report: AiFeedback;
  /** The interview before this one; null without one. */
  before: InterviewBefore | null;
  /** The address of the site, where questions and drills are practiced. */
  siteUrl: string;
  /** The claims whose exercises are done. */
  doneExercises: readonly string[];
  /** From the mentor's form; null without one. */
  mentorSummary: string | null;
  mentorFeedback: MentorFeedback | null;
  /** The URL of the record's page; `?at=<item id>` or `?at=12:41` opens a moment. Null once the record is deleted. */
  recordUrl: string | null;
  record: ReportRecord;
  disputes: readonly Dispute[];
}
