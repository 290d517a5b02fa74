import type { Deps } from "./deps.ts";
import { accountJobs } from "./domains/accounts/jobs.ts";
import { availabilityJobs } from "./domains/availability/jobs.ts";
import { bookingJobs } from "./domains/bookings/jobs.ts";
import { contactJobs } from "./domains/contact/jobs.ts";
import { earningJobs } from "./domains/earnings/jobs.ts";
import { feedbackJobs } from "./domains/feedback/jobs.ts";
import { fileJobs } from "./domains/files/jobs.ts";
import { interviewerJobs } from "./domains/interviewers/jobs.ts";
import { meetingJobs } from "./domains/meetings/jobs.ts";
import { operatorAccessJobs } from "./domains/operator/access/jobs.ts";
import { figureJobs } from "./domains/operator/figures/jobs.ts";
import { paymentJobs } from "./domains/payments/jobs.ts";
import { payoutJobs } from "./domains/payouts/jobs.ts";
import { practiceJobs } from "./domains/practice/jobs.ts";
import { privacyJobs } from "./domains/privacy/jobs.ts";
import { reportJobs } from "./domains/reports/jobs.ts";
import { resumeJobs } from "./domains/resumes/jobs.ts";
import { roomJobs } from "./domains/rooms/jobs.ts";
import { readTexts } from "./domains/site/texts/read-texts.ts";
import type { JobHandler } from "./jobs/job.ts";
import { createJobMailSender, wasMailAccepted } from "./mail/unanswered.ts";

/** All job handlers. */
export function jobHandlers(deps: Pick<Deps, "plugins">): JobHandler<Deps>[] {
  return [
    ...accountJobs,
    ...paymentJobs,
    ...payoutJobs,
    ...earningJobs,
    ...availabilityJobs,
    ...bookingJobs,
    ...meetingJobs,
    ...roomJobs,
    ...feedbackJobs,
    ...reportJobs,
    ...practiceJobs,
    ...fileJobs,
    ...interviewerJobs,
    ...resumeJobs,
    ...contactJobs,
    ...privacyJobs,
    ...operatorAccessJobs,
    ...figureJobs,
    ...deps.plugins.flatMap((plugin) => plugin.jobs),
  ].map(withSingleMail);
}

/** The settings with the mail signature that operators have set. */
async function withMailSignature(deps: Deps): Promise<Deps["config"]> {
  const texts = await readTexts(deps);
  const mailSignature = texts["mail-signature"].value.text;
  return { ...deps.config, business: { ...deps.config.business, mailSignature } };
}

/**
 * Skips a job whose mail the mail server has already accepted. If the server is still checking the mail, the job is
 * retried later.
 */
function withSingleMail({ job, run }: JobHandler<Deps>): JobHandler<Deps> {
  return {
    job,
    async run(deps, payload, jobId) {
      if (await wasMailAccepted(deps, jobId)) return;
      const mail = createJobMailSender(deps.mail, jobId);
      await run({ ...deps, mail, config: await withMailSignature(deps) }, payload, jobId);
    },
  };
}
