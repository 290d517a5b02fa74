import { readSettlement } from "../desk/settlements/read-settlement.ts";
import { resavePdf } from "../kernel/pdf/resave-pdf.ts";
import { ratePassword } from "../people/accounts/rate-password.ts";
import { encodePhoto } from "../people/interviewers/encode-photo.ts";
import { renderResume } from "../people/resumes/render-resume.ts";
import { renderReport } from "../review/feedback/mentor-pdf.ts";
import { checkDraft, measureReport, prepareDraft } from "../review/reports/drafting/draft-report.ts";
import { followPad } from "../room/record/follow-pad.ts";
import type { Tasks } from "./worker-pool.ts";

export const tasks: Tasks = {
  ...{ encodePhoto, resavePdf, renderResume, renderReport },
  ...{ ratePassword, followPad, measureReport, checkDraft, readSettlement, prepareDraft },
};
