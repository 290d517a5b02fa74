import type { Config } from "../../config.ts";

type Settings = Pick<Config, "business" | "publicUrl">;

interface Invited {
  email: string;
  name: string;
  expiresAt: Date;
}

/** The last day of an invitation is named in the business's zone: of the invitee's we know nothing yet. */
function lastDay(expiresAt: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" }).format(expiresAt);
}

export function invitationMessage({ email, name, expiresAt }: Invited, { business, publicUrl }: Settings) {
  return {
    to: email,
    subject: `Become an interviewer at ${business.name}`,
    heading: "You are invited to interview",
    paragraphs: [
      `${name === "" ? "Hello" : `Hello ${name}`}, we would like you to hold mock interviews at ${business.name}: you say when you have time, candidates book you, and you are paid for each interview.`,
      `Sign up with this very address, ${email}, and you are an interviewer at once. The invitation works once, until ${lastDay(expiresAt, business.timeZone)}.`,
      "If you did not expect this, you can ignore this mail: nothing happens without you.",
    ],
    // A fragment: no server and no referrer sees the address.
    action: { label: "Sign up", url: `${publicUrl}/signup#${new URLSearchParams({ invited: email })}` },
    replyTo: business.supportEmail,
  };
}

export function newInterviewerMessage(
  { email, firstName }: { email: string; firstName: string },
  { business, publicUrl }: Settings,
) {
  return {
    to: email,
    subject: `You are an interviewer at ${business.name} now`,
    heading: "You are an interviewer now",
    paragraphs: [
      `Hello ${firstName}, your account may offer interviews from now on. Say when you have time, and candidates can book you.`,
      `If you do not want this, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open your calendar", url: `${publicUrl}/interviewer-dashboard/calendar` },
    replyTo: business.supportEmail,
  };
}
