import type { ApplicationState } from "@greenroom/contract/desk/applications.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { findUserRoleByEmail } from "../../people/accounts/profile.ts";
import {
  type ApplicationRecord,
  answerDays,
  checkUndecided,
  lockApplication,
  recordStep,
  removeApplications,
} from "../../people/interviewers/applications.ts";
import { inviteInterviewerInTransaction } from "../../people/interviewers/invitations.ts";
import { mailApplicationStep } from "../../people/interviewers/mails.ts";
import type { Action, ActionContext } from "../bind-action.ts";

type Context<Input> = ActionContext<ApplicationRecord, Input>;

const applicationAction = <Input>(
  action: Omit<Action<ApplicationRecord, Input>, "lock">,
): Action<ApplicationRecord, Input> => ({ lock: lockApplication, ...action });

interface ApplicantMail {
  state: "asked" | "trial" | "declined";
  /** Which mail the applicant gets. */
  mail: string;
  done: string;
}

/** An action that sends the applicant the mail of its state. */
function mailApplicant({ state, mail, done }: ApplicantMail) {
  return applicationAction<{ text: string }>({
    async describe({ tx, subject, input }) {
      checkUndecided(subject.state);
      const account = await findUserRoleByEmail(tx, subject.email);
      return {
        lines: [
          { label: "To", text: `${subject.name}, ${subject.email}` },
          { label: "Email", text: mail },
          ...(input.text === "" ? [] : [{ label: "Your text", text: input.text }]),
          {
            label: "Then",
            text:
              state === "declined"
                ? "The application is closed."
                : `It is waiting for the applicant, and is listed in Today again after ${answerDays} days.`,
          },
        ],
        // Nobody decides about their own application.
        beneficiaries: account === undefined ? [] : [account.id],
      };
    },
    async perform(context, reason) {
      const stepId = await moveOn(context, { state, text: context.input.text, reason });
      await context.deps.jobs.enqueue(context.tx, mailApplicationStep, { stepId });
      return done;
    },
  });
}

export const ask = mailApplicant({
  state: "asked",
  mail: "“A question about your application”.",
  done: "The question is on its way.",
});
export const inviteToTrial = mailApplicant({
  state: "trial",
  mail: "“A trial interview”.",
  done: "The invitation to a trial is on its way.",
});
export const decline = mailApplicant({
  state: "declined",
  mail: "“Your application”: thanks, not at the moment, welcome to apply again.",
  done: "The application is declined, and the applicant is told.",
});

export const approve = applicationAction<Record<string, never>>({
  async describe({ tx, subject }) {
    checkUndecided(subject.state);
    const account = await findUserRoleByEmail(tx, subject.email);
    return {
      lines: [
        { label: "Applicant", text: `${subject.name}, ${subject.email}` },
        { label: "Email", text: "“Become an interviewer”, with an invitation for 14 days." },
        { label: "Role", text: roleText(account?.role) },
        { label: "Probation", text: "The first five interviews; their feedback is shown in Today." },
      ],
      beneficiaries: account === undefined ? [] : [account.id],
    };
  },
  async perform(context, reason) {
    const { deps, tx, actor, subject } = context;
    const { email, name } = subject;
    const { outcome } = await inviteInterviewerInTransaction(
      deps,
      tx,
      { email, name },
      { userId: actor.userId },
    );
    await moveOn(context, { state: "approved", text: "", reason });
    return outcome === "invited"
      ? `${name} is approved and invited by email.`
      : `${name} is approved, and was an interviewer already.`;
  },
});

/**
 * An application does not prove that the address is the applicant's, so an account changes only when its
 * holder accepts.
 */
function roleText(accountRole: string | undefined): string {
  if (accountRole === undefined) return "An interviewer, once they sign up with this address.";
  if (accountRole === "interviewer") return "Already an interviewer; no email is sent.";
  return "An interviewer, once the holder of the account with this address accepts; until then it stays as it is.";
}

/** Erasing is for people without an account, who cannot do it themselves. */
export const erase = applicationAction<Record<string, never>>({
  async describe({ subject }) {
    return {
      lines: [{ label: "Erased", text: `Every application of ${subject.email}, with what we wrote.` }],
      typedConfirmation: subject.email,
      beneficiaries: [],
    };
  },
  async perform({ tx, actor, subject, now }, reason) {
    const count = await removeApplications(tx, subject.email);
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "application.erased",
      subject: `application:${subject.id}`,
      details: { count, reason },
      now,
    });
    return count === 1 ? "The application is erased." : `${count} applications are erased.`;
  },
});

async function moveOn(
  { tx, actor, subject, now }: Context<unknown>,
  { state, text, reason }: { state: Exclude<ApplicationState, "received">; text: string; reason: string },
): Promise<string> {
  const isDecided = state === "approved" || state === "declined";
  const stepId = await recordStep(tx, {
    applicationId: subject.id,
    state,
    text,
    takenBy: actor.userId,
    takenAt: now,
    waitsFrom: isDecided ? null : addMinutes(now, 60 * 24 * answerDays),
  });
  await recordAudit(tx, {
    actor: { userId: actor.userId },
    action: `application.${state}`,
    subject: `application:${subject.id}`,
    details: { reason },
    now,
  });
  return stepId;
}
