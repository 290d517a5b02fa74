import type { Config } from "../../kernel/config/config.ts";

type Settings = Pick<Config, "business" | "publicUrl">;

interface InvitationFields {
  email: string;
  name: string;
  expiresAt: Date;
}

/** The last day of an invitation, in the business's zone, because we do not know the invitee's. */
function lastDay(expiresAt: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" }).format(expiresAt);
}

export function invitationMessage(
  { email, name, expiresAt }: InvitationFields,
  { hasAccount }: { hasAccount: boolean },
  { business, publicUrl }: Settings,
) {
  const limit = `The invitation works once, until ${lastDay(expiresAt, business.timeZone)}.`;
  return {
    to: email,
    subject: `Become an interviewer at ${business.name}`,
    heading: "You are invited to interview",
    paragraphs: [
      `${name === "" ? "Hello" : `Hello ${name}`}, we'd like you to give mock interviews at ${business.name}: you choose your hours, candidates book you, and we pay you for each interview.`,
      hasAccount
        ? `You have an account with this address, ${email}. Sign in to it, read what changes, and accept or decline. ${limit}`
        : `Sign up with this address, ${email}. Then read what an interviewer's account does, and accept or decline. ${limit}`,
      "If you did not expect this, you can ignore this email: nothing happens without you.",
    ],
    action: hasAccount
      ? { label: "Read and answer", url: `${publicUrl}/interviewer-invitation` }
      : // A fragment, which neither a server nor a referrer receives.
        {
          label: "Sign up",
          url: `${publicUrl}/signup?${new URLSearchParams({ next: "/interviewer-invitation" })}#${new URLSearchParams({ invited: email })}`,
        },
    replyTo: business.supportEmail,
  };
}

export function newInterviewerMessage(
  { email, firstName }: { email: string; firstName: string },
  { business, publicUrl }: Settings,
) {
  return {
    to: email,
    subject: `You're now an interviewer at ${business.name}`,
    heading: "You're now an interviewer",
    paragraphs: [
      `Hello ${firstName}, you can now offer interviews. Choose your hours, and candidates can book you.`,
      `If you don't want this, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open your calendar", url: `${publicUrl}/interviewer-dashboard/calendar` },
    replyTo: business.supportEmail,
  };
}
