import type { ApplicationState } from "@greenroom/contract/desk/interviewers.ts";
import { z } from "zod";
import type { BusinessSettings, Config } from "../../kernel/config/config.ts";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs.ts";
import type { MailContent } from "../../kernel/mail/compose.ts";

/** Invites a person to become an interviewer. */
export const mailInvitation = defineMailJob({
  name: "interviewers.mail-invitation",
  payload: z.object({ invitationId: z.string() }),
});

/** Tells a person with an account that they are an interviewer now. */
export const mailNewInterviewer = defineMailJob({
  name: "interviewers.mail-new-interviewer",
  payload: z.object({ userId: z.string() }),
});

/** Confirms to an applicant that the application arrived. */
export const mailApplicationReceived = defineMailJob({
  name: "interviewers.mail-application-received",
  payload: z.object({ applicationId: z.string() }),
});

/** Writes to an applicant: a question, an invitation to a trial, or a decline. */
export const mailApplicationStep = defineMailJob({
  name: "interviewers.mail-application-step",
  payload: z.object({ stepId: z.string() }),
});

/** Deletes applications that were decided or answered long ago, or never answered, every day. */
export const purgeApplicationsDaily = defineJob({
  name: "interviewers.purge-applications",
  payload: emptyPayload,
  cron: "43 3 * * *",
});

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
