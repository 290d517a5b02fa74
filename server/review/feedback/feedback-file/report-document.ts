import type { Rubric } from "@greenroom/contract/review/rubrics/rubric.ts";

/** The content of the mentor's PDF. */
export interface ReportDocument {
  /** The business's name. */
  business: string;
  interviewee: string;
  interviewer: string;
  /** The interview's time in the interviewee's zone, with its name. */
  when: string;
  /** The interviewee's goal in a line or two; empty if there is none. */
  goal: string[];
  /** The URL of the record's page; `?at=12:41` opens a moment. */
  recordUrl: string;
  /** The day until which the record is kept, in the interviewee's zone. */
  recordKeptUntil: string;
  rubric: Rubric;
}
