import { ratePassword } from "../domains/accounts/passwords/rate-password.ts";
import { renderReport } from "../domains/feedback/feedback-file/render-report.ts";
import { encodePhoto } from "../domains/interviewers/photos/encode-photo.ts";
import { readSettlement } from "../domains/operator/settlements/read-settlement.ts";
import { checkDeviceDraft } from "../domains/reports/device/check-device-draft.ts";
import { renderAiReport } from "../domains/reports/document/render-report.ts";
import { checkDraft, measureReport } from "../domains/reports/drafting/draft-report.ts";
import { prepareDraft } from "../domains/reports/drafting/prepare-draft.ts";
import { renderResume } from "../domains/resumes/pdf/render-resume.ts";
import { followPad } from "../domains/rooms/record/follow-pad.ts";
import { resavePdf } from "../pdf/resave/resave-pdf.ts";
import type { Tasks } from "./worker-pool.ts";

export const tasks: Tasks = {
  ...{ encodePhoto, resavePdf, renderResume, renderReport, renderAiReport },
  ...{ checkDeviceDraft, ratePassword, followPad, measureReport, checkDraft, readSettlement, prepareDraft },
};
