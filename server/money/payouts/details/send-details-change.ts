import { payoutDetailsHoldHours } from "@greenroom/contract/people/interviewers/payout-details.ts";
import type { z } from "zod";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { findPeople } from "../../../people/accounts/profile/find-people.ts";
import type { mailDetailsChange } from "../job-definitions.ts";
import { selectDetails } from "./details-store.ts";

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
