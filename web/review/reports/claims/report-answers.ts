import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import type { OpenedMoment } from "../../../room/record/moment/moment-record.tsx";

/**
 * The calls by which the reader of a report answers it, and the addresses of its moments. They differ between
 * interviews and practice rounds.
 */
export interface ReportAnswers {
  viewer: Party;
  /** Names the interviewee to an interviewer, because the report says `you` to the interviewee. */
  intervieweeName?: string | undefined;
  /** The address of an item's moment; null if the record has no page. */
  momentPath: ((itemId: string) => string) | null;
  /** The record was deleted, so its moments lead nowhere. */
  isRecordDeleted: boolean;
  /** Which deletion took the moment of this evidence; null if it can be opened. */
  deletedText: (evidence: Evidence) => string | null;
  /** Opens moments on the same page; null where the link leads to the record's page. */
  moments: {
    /** The evidence that is open; null without one. */
    opened: OpenedMoment | null;
    open: (moment: OpenedMoment) => void;
  } | null;
  /** Sends a dispute and returns the server's message. */
  dispute: (claimId: string, line: string) => Promise<string>;
}
