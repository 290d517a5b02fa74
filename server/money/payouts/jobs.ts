import { asSentence } from "@greenroom/contract/kernel/sentences.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { sendDetailsChange } from "./details/send-details-change.ts";
import { mailDetailsChange, mailPayout, mailPayoutReturned } from "./job-definitions.ts";
import { formatPaise } from "./rules.ts";
import { findPayout } from "./store.ts";

export const payoutJobs: JobHandler<Deps>[] = [
  defineHandler(mailPayout, sendPayout),
  defineHandler(mailPayoutReturned, sendPayoutReturned),
  defineHandler(mailDetailsChange, sendDetailsChange),
];

async function sendPayout(deps: Deps, { payoutId }: { payoutId: string }): Promise<void> {
  const payout = await findPayout(deps.database, payoutId);
  if (payout === undefined) throw new Error(`there is no payout ${payoutId}`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(payout.amountPaise);
  const deducted =
    payout.deductedPaise === 0
      ? ""
      : ` ${formatPaise(payout.deductedPaise)} is deducted, which was paid to you before and taken back since.`;
  await deps.mail.send(
    composeMail(business, {
      to: payout.email,
      subject: `${amount} was paid out to you`,
      heading: `${amount} is on its way`,
      paragraphs: [
        `Hello ${payout.firstName}, your credited earnings were transferred to you.${deducted}`,
        `The transfer's reference is ${payout.reference}. Your earnings page shows which interviews it covers.`,
      ],
      action: { label: "See your earnings", url: `${publicUrl}/interviewer-dashboard/earnings` },
      replyTo: business.supportEmail,
    }),
  );
}

async function sendPayoutReturned(deps: Deps, { payoutId }: { payoutId: string }): Promise<void> {
  const payout = await findPayout(deps.database, payoutId);
  if (payout?.returnReason == null) throw new Error(`the payout ${payoutId} was not returned`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(payout.amountPaise);
  await deps.mail.send(
    composeMail(business, {
      to: payout.email,
      subject: `A transfer of ${amount} did not reach you`,
      heading: `The bank returned ${amount}`,
      paragraphs: [
        `Hello ${payout.firstName}, we transferred ${amount} to you with the reference ${payout.reference}, and the bank returned it. ${asSentence(payout.returnReason)}`,
        "Please check your payout details. The amount is in your next payout.",
      ],
      action: { label: "Check your payout details", url: `${publicUrl}/interviewer-dashboard/earnings` },
      replyTo: business.supportEmail,
    }),
  );
}
