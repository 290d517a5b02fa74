import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { type MailContent, sendMail } from "../../kernel/mail/compose.ts";
import { findPeople, findUserRoleByEmail } from "../accounts/profile.ts";

/** Invites a person to become an interviewer. */
export const mailInvitation = defineMailJob(
  "interviewers.mail-invitation",
  z.object({ invitationId: z.string() }),
);

/** Tells a person with an account that they are an interviewer now. */
export const mailNewInterviewer = defineMailJob(
  "interviewers.mail-new-interviewer",
  z.object({ userId: z.string() }),
);

/** Confirms to an applicant that the application arrived. */
export const mailApplicationReceived = defineMailJob(
  "interviewers.mail-application-received",
  z.object({ applicationId: z.string() }),
);

/** Writes to an applicant: a question, an invitation to a trial, or a decline. */
export const mailApplicationStep = defineMailJob(
  "interviewers.mail-application-step",
  z.object({ stepId: z.string() }),
);

/** Tells a mentor that an operator took their page down, or shows it again. */
export const mailPageState = defineMailJob(
  "interviewers.mail-page-state",
  z.object({ userId: z.string(), isHidden: z.boolean() }),
);

export const interviewerMailJobs: JobHandler<Deps>[] = [
  defineHandler(mailInvitation, sendInvitation),
  defineHandler(mailNewInterviewer, sendNewInterviewer),
  defineHandler(mailApplicationReceived, sendApplicationReceived),
  defineHandler(mailApplicationStep, sendApplicationStep),
  defineHandler(mailPageState, sendPageState),
];

/** Sends nothing if the invitation was revoked or accepted or has expired meanwhile. */
async function sendInvitation(deps: Deps, { invitationId }: { invitationId: string }): Promise<void> {
  const invitation = await deps.database
    .selectFrom("invitations")
    .select(["email", "name", "expiresAt"])
    .where("id", "=", invitationId)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", deps.clock.now())
    .executeTakeFirst();
  if (invitation === undefined) return;
  const { email, name, expiresAt } = invitation;
  const hasAccount = (await findUserRoleByEmail(deps.database, email)) !== undefined;
  const { business, publicUrl } = deps.config;
  const limit = `The invitation works once, until ${lastDay(expiresAt, business.timeZone)}.`;
  const next = new URLSearchParams({ next: "/interviewer-invitation" });
  const invited = new URLSearchParams({ invited: email });
  await sendMail(deps, {
    to: email,
    subject: `Become an interviewer at ${business.name}`,
    heading: "You are invited to interview",
    paragraphs: [
      `${name === "" ? "Hello" : `Hello ${name}`}, we'd like you to give mock interviews at ${business.name}: you choose your hours, candidates book you, and you earn from each interview.`,
      hasAccount
        ? `You have an account with this address, ${email}. Sign in to it, read what changes, and accept or decline. ${limit}`
        : `Sign up with this address, ${email}. Then read what an interviewer's account does, and accept or decline. ${limit}`,
      "If you did not expect this, you can ignore this email: nothing happens without you.",
    ],
    action: hasAccount
      ? { label: "Read and answer", url: `${publicUrl}/interviewer-invitation` }
      : // A fragment, which neither a server nor a referrer receives.
        { label: "Sign up", url: `${publicUrl}/signup?${next}#${invited}` },
    replyTo: business.supportEmail,
  });
}

/** The last day of an invitation, in the business's zone, because we do not know the invitee's. */
function lastDay(expiresAt: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" }).format(expiresAt);
}

async function sendNewInterviewer(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  const { business, publicUrl } = deps.config;
  await sendMail(deps, {
    to: person.email,
    subject: `You're now an interviewer at ${business.name}`,
    heading: "You're now an interviewer",
    paragraphs: [
      `Hello ${person.firstName}, you can now offer interviews. Choose your hours, and candidates can book you.`,
      `If you don't want this, write to ${business.supportEmail}.`,
    ],
    action: { label: "Open your calendar", url: `${publicUrl}/interviewer-dashboard/calendar` },
    replyTo: business.supportEmail,
  });
}

/** Repeats nothing from the form, because anyone can enter another person's address. */
async function sendApplicationReceived(
  deps: Deps,
  { applicationId }: { applicationId: string },
): Promise<void> {
  const application = await deps.database
    .selectFrom("interviewerApplications")
    .select("email")
    .where("id", "=", applicationId)
    .executeTakeFirst();
  // Erased meanwhile.
  if (application === undefined) return;
  const { business } = deps.config;
  const { name, supportEmail } = business;
  await sendMail(deps, {
    to: application.email,
    subject: `${name} received your application`,
    heading: "We've received your application",
    paragraphs: [
      "Thank you for offering to give interviews. A person reads every application and its sample review, and replies within a week.",
      `If you did not apply, someone mistyped their address and you don't need to do anything. Anything to add? Write to ${supportEmail}.`,
    ],
    replyTo: supportEmail,
  });
}

/** An approval has no mail of its own, because an invitation follows. */
const wordings: Record<
  string,
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

/** The operator's text with the wording for its state. */
async function sendApplicationStep(deps: Deps, { stepId }: { stepId: string }): Promise<void> {
  const step = await deps.database
    .selectFrom("applicationSteps as step")
    .innerJoin("interviewerApplications as application", "application.id", "step.applicationId")
    .select(["step.state", "step.text", "application.email", "application.name"])
    .where("step.id", "=", stepId)
    .executeTakeFirst();
  const { business } = deps.config;
  const wording = step && wordings[step.state]?.(business.name);
  if (step === undefined || wording === undefined) return;
  const { subject, heading, before, after } = wording;
  const { email, name, text } = step;
  await sendMail(deps, {
    ...{ to: email, subject, heading, replyTo: business.supportEmail },
    paragraphs: [`Hello ${name}, ${before}`, ...(text === "" ? [] : [text]), after],
  });
}

/** Sends nothing about a state that has passed. */
async function sendPageState(
  deps: Deps,
  { userId, isHidden }: { userId: string; isHidden: boolean },
): Promise<void> {
  const page = await deps.database
    .selectFrom("interviewerProfiles as profile")
    .innerJoin("users", "users.id", "profile.userId")
    .select(["users.email", "users.firstName", "profile.listedAt", "profile.hiddenReason"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (page === undefined || (page.hiddenReason !== null) !== isHidden) return;
  const { business, publicUrl } = deps.config;
  const { email, firstName, listedAt, hiddenReason } = page;
  const shown = listedAt === null ? "You can show your page again." : "Everybody can see your page again.";
  await sendMail(deps, {
    to: email,
    subject: isHidden
      ? `We took your page at ${business.name} down`
      : `Your page at ${business.name} can be seen again`,
    heading: isHidden ? "Your page is taken down" : "Your page is back",
    paragraphs: isHidden
      ? [
          `Hello ${firstName}, nobody can see your page at the moment. This is why:`,
          hiddenReason ?? "",
          "Change what is needed, then reply to this email, and we show it again. Your interviews and your slots stay as they are.",
        ]
      : [`Hello ${firstName}, thank you. ${shown}`],
    action: { label: "Open your page", url: `${publicUrl}/interviewer-dashboard/page` },
    replyTo: business.supportEmail,
  });
}
