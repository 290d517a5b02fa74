import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { payoutDetailsHoldHours } from "@greenroom/contract/money/payout-details.ts";
import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { formatPaise } from "./rules.ts";
import { findPayout, selectDetails } from "./store.ts";

/** Tells an interviewer that money is on its way to them. */
export const mailPayout = defineMailJob({
  name: "payouts.mail-payout",
  payload: z.object({ payoutId: z.string() }),
});

/** Tells an interviewer that the bank returned a transfer to them. */
export const mailPayoutReturned = defineMailJob({
  name: "payouts.mail-payout-returned",
  payload: z.object({ payoutId: z.string() }),
});

/** Tells an interviewer that their payout details change, or that a change was withdrawn. */
export const mailDetailsChange = defineMailJob({
  name: "payouts.mail-details-change",
  payload: z.object({ userId: z.string(), change: z.enum(["changed", "withdrawn"]) }),
});

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

/** Mails an account's owner about a change of their payout details. */
export async function sendDetailsChange(
  deps: Deps,
  { userId, change }: z.infer<typeof mailDetailsChange.payload>,
): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  const { business, publicUrl } = deps.config;
  const rows = await selectDetails(deps.database, userId);
  const now = deps.clock.now();
  const [pending, current] = [
    rows.find(({ usableAt }) => usableAt > now),
    rows.find(({ usableAt }) => usableAt <= now),
  ];
  const account = pending === undefined ? "" : ` The new details are ${pending.masked.account}.`;
  const left =
    current === undefined
      ? "You have no payout details in use, and we can pay you only once you have added some."
      : `We still pay to ${current.masked.account}.`;
  const what =
    change === "changed"
      ? `Your payout details were changed in your account.${account} We use them ${payoutDetailsHoldHours} hours after the change.`
      : `The change of your payout details was withdrawn. ${left}`;
  // A change that was withdrawn cannot be withdrawn again.
  const first = change === "changed" ? "withdraw the change in your account, " : "";
  await deps.mail.send(
    composeMail(business, {
      to: person.email,
      subject: "Your payout details",
      heading: change === "changed" ? "Your payout details change" : "Your payout details stay as they were",
      paragraphs: [
        `Hello ${person.firstName}. ${what}`,
        `If this wasn't you, ${first}set a new password with "Forgot password", and write to ${business.supportEmail}.`,
      ],
      action: { label: "See your payout details", url: `${publicUrl}/interviewer-dashboard/account` },
      replyTo: business.supportEmail,
    }),
  );
}
