import type { ApplicationState } from "@greenroom/contract/desk/applications.ts";
import type { BusinessSettings } from "../../../kernel/config/config.ts";
import type { MailContent } from "../../../kernel/mail/mail-content.ts";

interface Applicant {
  email: string;
  name: string;
}

/** To the applicant. Repeats nothing from the form, because anyone can enter another person's address. */
export function applicationReceivedMessage(
  { email }: Pick<Applicant, "email">,
  { name, supportEmail }: BusinessSettings,
): MailContent {
  return {
    to: email,
    subject: `${name} received your application`,
    heading: "We've received your application",
    paragraphs: [
      "Thank you for offering to give interviews. A person reads every application and its sample review, and replies within a week.",
      `If you did not apply, someone mistyped their address and you don't need to do anything. Anything to add? Write to ${supportEmail}.`,
    ],
    replyTo: supportEmail,
  };
}

type MailedState = Extract<ApplicationState, "asked" | "trial" | "declined">;

const wordings: Record<
  MailedState,
  (business: string) => Pick<MailContent, "subject" | "heading"> & { before: string; after: string }
> = {
  asked: (business) => ({
    subject: `A question about your application to ${business}`,
    heading: "We have a question",
    before: "thank you for applying to give interviews. Before we go on, we'd like to know:",
    after: "Please reply to this email.",
  }),
  trial: (business) => ({
    subject: `A trial interview at ${business}`,
    heading: "Let's try an interview together",
    before: "we liked your application, and would like to see how you interview:",
    after: "Please reply to this email to agree on a time.",
  }),
  declined: (business) => ({
    subject: `Your application to ${business}`,
    heading: "Not this time",
    before:
      "thank you for the time that you put into your application and the sample review. We have read both, and cannot offer you interviews at the moment.",
    after: "This is not a judgment of your work. You are welcome to apply again.",
  }),
};

/** To the applicant: the operator's text with the wording for its state. */
export function applicationStepMessage(
  { email, name, text }: Applicant & { text: string },
  state: MailedState,
  { name: business, supportEmail }: BusinessSettings,
): MailContent {
  const { subject, heading, before, after } = wordings[state](business);
  return {
    to: email,
    subject,
    heading,
    paragraphs: [`Hello ${name}, ${before}`, ...(text === "" ? [] : [text]), after],
    replyTo: supportEmail,
  };
}
