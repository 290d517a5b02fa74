import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { z } from "zod";
import type { Config } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";

/** Tells an operator that something about the second factor changed. */
export const sendSecondFactorNotice = defineMailJob({
  name: "operator.send-second-factor-notice",
  payload: z.object({ userId: z.string(), change: z.enum(["set up", "recovery code used", "reset"]) }),
});

async function mailSecondFactorNotice(
  deps: Deps,
  { userId, change }: z.infer<typeof sendSecondFactorNotice.payload>,
): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  await deps.mail.send(
    composeMail(deps.config.business, secondFactorMessage(person.email, change, deps.config)),
  );
}

const factorSentences = {
  "set up": "A second factor was set up for your operator account.",
  "recovery code used": "Somebody opened the operator's desk with one of your recovery codes.",
  reset: "Your second factor was removed. You will be asked to set up a new one when you open the desk.",
} as const;

/** A change of an operator's second factor. */
function secondFactorMessage(
  to: string,
  change: keyof typeof factorSentences,
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
) {
  return {
    to,
    subject: "Your second factor",
    heading: "Your second factor",
    paragraphs: [
      factorSentences[change],
      "If this was you, there is nothing to do.",
      `If this wasn't you, set a new password right away with "Forgot password". Then tell another operator or write to ${business.supportEmail}.`,
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  };
}

/** Tells somebody that they got or lost the operator's desk, or that their level changed. */
export const sendRoleNotice = defineMailJob({
  name: "operator.send-role-notice",
  payload: z.object({ userId: z.string(), level: z.enum(["support", "owner", "none"]) }),
});

const roleSentences: Record<OperatorLevel | "none", string> = {
  support:
    "You are an operator (support) now: you can read what the desk shows, cancel bookings and grant sessions up to a limit.",
  owner: "You are an operator (owner) now: you can do everything at the operator's desk.",
  none: "You are no longer an operator. Your second factor was removed, and your open desks are closed.",
};

function roleMessage(
  to: string,
  level: OperatorLevel | "none",
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
) {
  return {
    to,
    subject: `Your role at ${business.name} has changed`,
    heading: "Your role has changed",
    paragraphs: [
      roleSentences[level],
      `If you did not expect this, tell another operator or write to ${business.supportEmail}.`,
    ],
    action:
      level === "none"
        ? { label: "Open your dashboard", url: `${publicUrl}/dashboard` }
        : { label: "Open the operator's desk", url: `${publicUrl}/operator` },
  };
}

export const operatorAccessJobs: JobHandler<Deps>[] = [
  defineHandler(sendSecondFactorNotice, mailSecondFactorNotice),
  defineHandler(sendRoleNotice, async (deps: Deps, { userId, level }) => {
    const person = (await findPeople(deps.database, [userId])).get(userId);
    if (person === undefined) return;
    await deps.mail.send(composeMail(deps.config.business, roleMessage(person.email, level, deps.config)));
  }),
];
