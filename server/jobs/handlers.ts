import type { Deps } from "../deps.ts";
import { accountJobs } from "../domains/accounts/jobs.ts";
import { availabilityJobs } from "../domains/availability/jobs.ts";
import { bookingJobs } from "../domains/bookings/jobs.ts";
import { contactJobs } from "../domains/contact/jobs.ts";
import { feedbackJobs } from "../domains/feedback/jobs.ts";
import { fileJobs } from "../domains/files/jobs.ts";
import { interviewerJobs } from "../domains/interviewers/jobs.ts";
import { meetingJobs } from "../domains/meetings/jobs.ts";
import { paymentJobs } from "../domains/payments/jobs.ts";
import { payoutJobs } from "../domains/payouts/jobs.ts";
import { privacyJobs } from "../domains/privacy/jobs.ts";
import { resumeJobs } from "../domains/resumes/jobs.ts";
import type { JobHandler } from "./job.ts";

/** Everything that the workers do. */
export function jobHandlers(deps: Pick<Deps, "plugins">): JobHandler<Deps>[] {
  return [
    ...accountJobs,
    ...paymentJobs,
    ...payoutJobs,
    ...availabilityJobs,
    ...bookingJobs,
    ...meetingJobs,
    ...feedbackJobs,
    ...fileJobs,
    ...interviewerJobs,
    ...resumeJobs,
    ...contactJobs,
    ...privacyJobs,
    ...deps.plugins.flatMap((plugin) => plugin.jobs),
  ];
}
