import { ratePassword } from "../domains/accounts/passwords/rate-password.ts";
import { renderReport } from "../domains/feedback/feedback-file/render-report.ts";
import { encodePhoto } from "../domains/interviewers/photos/encode-photo.ts";
import { renderAiReport } from "../domains/reports/document/render-report.ts";
import { deviceReport } from "../domains/reports/drafting/draft-report.ts";
import { renderResume } from "../domains/resumes/pdf/render-resume.ts";
import { resavePdf } from "../pdf/resave/resave-pdf.ts";

/** Everything that runs in a worker process. Each task has one input and one output, both plain data. */
export const tasks = {
  ...{ encodePhoto, resavePdf, renderResume, renderReport, renderAiReport },
  ...{ deviceReport, ratePassword },
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
