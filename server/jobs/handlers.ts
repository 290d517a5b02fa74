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
import { isMailTaken, mailOfJob } from "../mail/unanswered.ts";
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
  ].map(mailingOnce);
}

/** A job whose mail the server took after all is done; one whose mail it still judges is tried again later. */
function mailingOnce({ job, run }: JobHandler<Deps>): JobHandler<Deps> {
  return {
    job,
    async run(deps, payload, jobId) {
      if (await isMailTaken(deps, jobId)) return;
      await run({ ...deps, mail: mailOfJob(deps.mail, jobId) }, payload, jobId);
    },
  };
}
