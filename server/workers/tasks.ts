import { readSettlement } from "../desk/settlements/read-settlement.ts";
import { resavePdf } from "../kernel/pdf/resave/resave-pdf.ts";
import { ratePassword } from "../people/accounts/passwords/rate-password.ts";
import { encodePhoto } from "../people/interviewers/photos/encode-photo.ts";
import { renderResume } from "../people/resumes/pdf/render-resume.ts";
import { renderReport } from "../review/feedback/feedback-file/render-report.ts";
import { checkDeviceDraft } from "../review/reports/device/check-device-draft.ts";
import { renderAiReport } from "../review/reports/document/render-report.ts";
import { checkDraft, measureReport } from "../review/reports/drafting/draft-report.ts";
import { prepareDraft } from "../review/reports/drafting/prepare-draft.ts";
import { followPad } from "../room/record/follow-pad.ts";
import type { Tasks } from "./worker-pool.ts";

export const tasks: Tasks = {
  ...{ encodePhoto, resavePdf, renderResume, renderReport, renderAiReport },
  ...{ checkDeviceDraft, ratePassword, followPad, measureReport, checkDraft, readSettlement, prepareDraft },
};
