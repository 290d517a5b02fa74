import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { composeMail } from "../../mail/compose.ts";
import { mailPayout } from "./job-definitions.ts";
import { formatPaise } from "./rules.ts";
import { findPayout } from "./store.ts";

export const payoutJobs: JobHandler<Deps>[] = [handles(mailPayout, sendPayout)];

async function sendPayout(deps: Deps, { payoutId }: { payoutId: string }): Promise<void> {
  const payout = await findPayout(deps.database, payoutId);
  if (payout === undefined) throw new Error(`there is no payout ${payoutId}`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(payout.amountPaise);
  await deps.mail.send(
    composeMail(business, {
      to: payout.email,
      subject: `${amount} was paid out to you`,
      heading: `${amount} is on its way`,
      paragraphs: [
        `Hello ${payout.firstName}, your credited earnings were transferred to your bank account.`,
        `The transfer's reference is ${payout.reference}. Which interviews it is for stands beside each of your earnings.`,
      ],
      action: { label: "See your earnings", url: `${publicUrl}/interviewer-dashboard/earnings` },
      replyTo: business.supportEmail,
    }),
  );
}
