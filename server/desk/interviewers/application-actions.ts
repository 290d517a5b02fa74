import * as contract from "@greenroom/contract/desk/interviewers.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { findUserRoleByEmail } from "../../people/accounts/profile.ts";
import {
  type ApplicationRecord,
  answerDays,
  checkUndecided,
  lockApplication,
  recordStep,
  removeApplications,
} from "../../people/interviewers/applications.ts";
import { inviteInterviewer } from "../../people/interviewers/invitations.ts";
import { mailApplicationStep } from "../../people/interviewers/mails.ts";
import { type Action, type ActionCall, action } from "../action.ts";

const lock = ({ tx, id }: ActionCall<unknown>): Promise<ApplicationRecord> => lockApplication(tx, id);

/** An application that waits for a decision. Nobody decides about their own. Throws `conflict` after the decision. */
async function planAnswer({ tx, subject }: ActionCall<unknown> & { subject: ApplicationRecord }) {
  const { name, email, state } = subject;
  checkUndecided(state);
  const account = await findUserRoleByEmail(tx, email);
  return {
    data: { name, email, state, accountRole: account?.role ?? null },
    beneficiaries: account === undefined ? [] : [account.id],
  };
}

interface ApplicantMail {
  contract:
    | typeof contract.requestApplicantDetails
    | typeof contract.inviteToTrial
    | typeof contract.declineApplication;
  state: "asked" | "trial" | "declined";
  /** Which mail the applicant gets. */
  mail: string;
  done: string;
}

/** An action that sends the applicant the mail of its state. */
const mailApplicant = ({ contract, state, mail, done }: ApplicantMail): Action =>
  action(contract, {
    lock,
    async plan(call) {
      const { data, beneficiaries } = await planAnswer(call);
      return { data: { ...data, text: call.input.text }, beneficiaries };
    },
    describe: ({ name, email, text }) => [
      { label: "To", text: `${name}, ${email}` },
      { label: "Email", text: mail },
      ...(text === "" ? [] : [{ label: "Your text", text }]),
      {
        label: "Then",
        text:
          state === "declined"
            ? "The application is closed."
            : `It is waiting for the applicant, and is listed in Today again after ${answerDays} days.`,
      },
    ],
    async run(call) {
      const stepId = await recordAnswer(call, { state, text: call.input.text });
      await call.deps.jobs.enqueue(call.tx, mailApplicationStep, { stepId });
      return { msg: done, audit: { action: `application.${state}`, subject: `application:${call.id}` } };
    },
  });

const approve = action(contract.approveApplication, {
  lock,
  plan: planAnswer,
  describe: ({ name, email, accountRole }) => [
    { label: "Applicant", text: `${name}, ${email}` },
    { label: "Email", text: "“Become an interviewer”, with an invitation for 14 days." },
    { label: "Role", text: roleText(accountRole) },
    { label: "Probation", text: "The first five interviews; their feedback is shown in Today." },
  ],
  async run(call, { actor }) {
    const { email, name } = call.subject;
    const { outcome } = await inviteInterviewer(call.deps, call.tx, { email, name }, actor);
    await recordAnswer(call, { state: "approved", text: "" });
    return {
      msg:
        outcome === "invited"
          ? `${name} is approved and invited by email.`
          : `${name} is approved, and was an interviewer already.`,
      audit: { action: "application.approved", subject: `application:${call.id}` },
    };
  },
});

/**
 * An application does not prove that the address is the applicant's, so an account changes only when its
 * holder accepts.
 */
function roleText(accountRole: string | null): string {
  if (accountRole === null) return "An interviewer, once they sign up with this address.";
  if (accountRole === "interviewer") return "Already an interviewer; no email is sent.";
  return "An interviewer, once the holder of the account with this address accepts; until then it stays as it is.";
}

/** Erasing is for people without an account, who cannot do it themselves. */
const erase = action(contract.eraseApplications, {
  lock,
  plan: async ({ subject: { email } }) => ({ data: { email }, typed: email, beneficiaries: [] }),
  describe: ({ email }) => [{ label: "Erased", text: `Every application of ${email}, with what we wrote.` }],
  async run({ tx, id, data }) {
    const count = await removeApplications(tx, data.email);
    return {
      msg: count === 1 ? "The application is erased." : `${count} applications are erased.`,
      audit: { action: "application.erased", subject: `application:${id}`, details: { count } },
    };
  },
});

async function recordAnswer(
  { tx, actor, id, now }: ActionCall<unknown>,
  { state, text }: { state: Exclude<contract.ApplicationState, "received">; text: string },
): Promise<string> {
  const isDecided = state === "approved" || state === "declined";
  return await recordStep(tx, {
    applicationId: id,
    state,
    text,
    takenBy: actor.userId,
    takenAt: now,
    waitsFrom: isDecided ? null : addMinutes(now, 60 * 24 * answerDays),
  });
}

export const applicationActions = [
  mailApplicant({
    contract: contract.requestApplicantDetails,
    state: "asked",
    mail: "“A question about your application”.",
    done: "The question is on its way.",
  }),
  mailApplicant({
    contract: contract.inviteToTrial,
    state: "trial",
    mail: "“A trial interview”.",
    done: "The invitation to a trial is on its way.",
  }),
  mailApplicant({
    contract: contract.declineApplication,
    state: "declined",
    mail: "“Your application”: thanks, not at the moment, welcome to apply again.",
    done: "The application is declined, and the applicant is told.",
  }),
  approve,
  erase,
];
