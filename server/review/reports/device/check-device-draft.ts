import type { DraftedClaim } from "@greenroom/contract/review/reports/device-draft.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { deviceReport, type ReportInput } from "../drafting/draft-report.ts";
import { asDraftClaims } from "../drafting/model-judge.ts";
import { withoutInstructions } from "../verification/planted-orders.ts";

declare module "../../../workers/worker-pool.ts" {
  interface Tasks {
    checkDeviceDraft: typeof checkDeviceDraft;
  }
}

export interface SentDraft {
  input: ReportInput;
  claims: readonly DraftedClaim[];
  /** The browser's name for its model. */
  model: string;
}

/** The measured report with the points that a device sent. Runs in a worker process. */
export function checkDeviceDraft({ input, claims, model }: SentDraft): AiFeedback {
  // The names of items in the request: it left out items that only address the model.
  const itemIds = withoutInstructions(input.record).items.map(({ id }) => id);
  return deviceReport({ input, drafts: asDraftClaims(claims, itemIds), model });
}
