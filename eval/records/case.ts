import type { InterviewRecord } from "@greenroom/contract/reports/interview-record.ts";

/** `thin`: it contains nothing that deserves praise. */
type Tier = "strong" | "middling" | "weak" | "thin" | "other";

export interface EvalCase {
  name: string;
  tier: Tier;
  /** Cases on one topic are ranked against each other. */
  topic?: string;
  record: InterviewRecord;
  /** The same record without the planted instruction. */
  twin?: InterviewRecord;
}
