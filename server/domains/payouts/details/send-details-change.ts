import { payoutDetailsHoldHours } from "@greenroom/contract/interviewers/payout-details.ts";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { composeMail } from "../../../mail/compose.ts";
import { findPeople } from "../../accounts/profile/find-people.ts";
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
  const [newest] = await selectDetails(deps.database, userId);
  const account = newest === undefined ? "" : ` The new details are ${newest.masked.account}.`;
  const what =
    change === "changed"
      ? `Your payout details were changed in your account.${account} We use them ${payoutDetailsHoldHours} hours after the change.`
      : "The change of your payout details was withdrawn. We pay you as before.";
  await deps.mail.send(
    composeMail(business, {
      to: person.email,
      subject: "Your payout details",
      heading: change === "changed" ? "Your payout details change" : "Your payout details stay as they were",
      paragraphs: [
        `Hello ${person.firstName}. ${what}`,
        `If this wasn't you, withdraw the change in your account, set a new password with "Forgot password", and write to ${business.supportEmail}.`,
      ],
      action: { label: "See your payout details", url: `${publicUrl}/interviewer-dashboard/account` },
      replyTo: business.supportEmail,
    }),
  );
}
