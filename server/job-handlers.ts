import { figureJobs } from "./desk/figures/store-days.ts";
import { operatorAccessJobs } from "./desk/grant-operator.ts";
import type { Deps } from "./kernel/deps.ts";
import type { JobHandler } from "./kernel/jobs.ts";
import { createJobMailSender, wasMailAccepted } from "./kernel/mail/deliveries.ts";
import { earningJobs } from "./money/earnings/earnings.ts";
import { paymentJobs } from "./money/payments/jobs.ts";
import { payoutJobs } from "./money/payouts/payouts.ts";
import { accountJobs } from "./people/accounts/one-time-codes.ts";
import { fileJobs } from "./people/files/jobs.ts";
import { interviewerJobs } from "./people/interviewers/applications.ts";
import { privacyJobs } from "./people/privacy/delete-account.ts";
import { resumeJobs } from "./people/resumes/resume-file.ts";
import { practiceJobs } from "./practice/jobs.ts";
import { feedbackJobs, reportJobs } from "./review/jobs.ts";
import { roomJobs } from "./room/jobs.ts";
import { availabilityJobs } from "./schedule/availability/jobs.ts";
import { bookingJobs } from "./schedule/bookings/jobs.ts";
import { meetingJobs } from "./schedule/meetings/create.ts";

import { contactJobs } from "./site/contact.ts";
import { readTexts } from "./site/texts.ts";

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
