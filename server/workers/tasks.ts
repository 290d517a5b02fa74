import { ratePassword } from "../domains/accounts/passwords/rate-password.ts";
import { renderReport } from "../domains/feedback/feedback-file/render-report.ts";
import { encodePhoto } from "../domains/interviewers/photos/encode-photo.ts";
import { readSettlement } from "../domains/operator/settlements/read-settlement.ts";
import { checkDeviceDraft } from "../domains/reports/device/check-device-draft.ts";
import { renderAiReport } from "../domains/reports/document/render-report.ts";
import { checkDraft, measureReport } from "../domains/reports/drafting/draft-report.ts";
import { prepareDraft } from "../domains/reports/drafting/prepare-draft.ts";
import type { DraftData } from "../domains/reports/drafting/prompt.ts";
import { renderResume } from "../domains/resumes/pdf/render-resume.ts";
import { followPad } from "../domains/rooms/record/follow-pad.ts";
import { resavePdf } from "../pdf/resave/resave-pdf.ts";

/** Everything that runs in a worker process. Each task has one input and one output, both plain data. */
export const tasks = {
  ...{ encodePhoto, resavePdf, renderResume, renderReport, renderAiReport },
  ...{ checkDeviceDraft, ratePassword, followPad, measureReport, checkDraft, readSettlement },
  prepareDraft: (input: DraftData) => prepareDraft(input),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

/** The server's messages to a worker process, one task at a time. */
export interface ToWorker {
  name: TaskName;
  input: unknown;
}

/** A worker process's messages: `ready` once, then one per task. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "done"; output: unknown; heapBytes: number }
  | { kind: "failed"; stack: string; heapBytes: number };
