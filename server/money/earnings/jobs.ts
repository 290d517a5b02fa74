import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { formatPaise, type PayoutState, reversalEffects } from "../payouts/rules.ts";
import { mailReversal } from "./job-definitions.ts";
import { findVoided } from "./store.ts";

export const earningJobs: JobHandler<Deps>[] = [defineHandler(mailReversal, sendReversal)];

interface ReversalMail {
  bookingId: string;
  payoutState: PayoutState;
}

async function sendReversal(deps: Deps, { bookingId, payoutState }: ReversalMail): Promise<void> {
  const earning = await findVoided(deps.database, bookingId);
  if (earning === undefined) throw new Error(`the booking ${bookingId} has no earning that was taken back`);
  const { business, publicUrl } = deps.config;
  const amount = formatPaise(earning.amountPaise);
  const when = formatNamedMoment(earning.startsAt, earning.timeZone ?? business.timeZone);
  await deps.mail.send(
    composeMail(business, {
      to: earning.email,
      subject: `${amount} of your earnings was taken back`,
      heading: "An earning was taken back",
      paragraphs: [
        `Hello ${earning.firstName}, your earning of ${amount} for the interview of ${when} was taken back. ${reversalEffects[payoutState]}`,
        `The reason: ${earning.voidReason}`,
        "If you think that this is a mistake, please reply to this email.",
      ],
      action: { label: "See your earnings", url: `${publicUrl}/interviewer-dashboard/earnings` },
      replyTo: business.supportEmail,
    }),
  );
}
