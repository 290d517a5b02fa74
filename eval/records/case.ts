import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";

/** `thin`: it contains nothing that deserves praise. */
type Tier = "thin" | "other";

export interface EvalCase {
  name: string;
  tier: Tier;
  record: InterviewRecord;
  /** The same record without the planted instruction. */
  twin?: InterviewRecord;
}
