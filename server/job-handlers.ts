import { figureJobs } from "./desk/figures/store-days.ts";
import { operatorAccessJobs } from "./desk/grant-operator.ts";
import type { Deps } from "./kernel/deps.ts";
import type { JobHandler } from "./kernel/jobs.ts";
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
import { holdJobs } from "./schedule/holds/holds.ts";
import { meetingJobs } from "./schedule/meetings/create.ts";
import { mentorJobs } from "./schedule/mentors/numbers.ts";
import { contactJobs } from "./site/contact.ts";
import { readTexts } from "./site/texts.ts";
import type { MailSender } from "./vendors/mail/port.ts";

/** All job handlers. */
export function jobHandlers(deps: Pick<Deps, "plugins">): JobHandler<Deps>[] {
  return [
    ...accountJobs,
    ...paymentJobs,
    ...payoutJobs,
    ...earningJobs,
    ...availabilityJobs,
    ...bookingJobs,
    ...holdJobs,
    ...meetingJobs,
    ...mentorJobs,
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

/** Gives the one mail of a job the job's id, which is the same for every attempt. */
function withSingleMail({ job, run }: JobHandler<Deps>): JobHandler<Deps> {
  return {
    job,
    async run(deps, payload, jobId) {
      let isSent = false;
      const send: MailSender["send"] = async (message) => {
        if (isSent) throw new Error("a job may send only one mail, because the mail gets the job's id");
        isSent = true;
        await deps.mail.send({ ...message, id: jobId });
      };
      await run(
        { ...deps, mail: { ...deps.mail, send }, config: await withMailSignature(deps) },
        payload,
        jobId,
      );
    },
  };
}
