import type { applicationSchema } from "@greenroom/contract/people/interviewers/applications.ts";
import type { z } from "zod";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { newId } from "../../../kernel/ids.ts";
import { isWithinLimit } from "../../../kernel/limits/rate-limits.ts";
import { mailApplicationReceived } from "./job-definitions.ts";
import { insertApplication } from "./store.ts";

const thanksTo = (email: string) => ({
  msg: `Thank you! A person reads your application and sample review, and writes to ${email} within a week: with a question, times for a trial interview, or our answer.`,
});

/**
 * Stores an application for the operators. The applicant gets a confirmation, at most a few a day, because anyone
 * can enter another person's address. A bot gets the usual response. Throws `too_many_requests`.
 */
export async function apply(
  deps: Deps,
  { website, ...application }: z.infer<typeof applicationSchema>,
): Promise<{ msg: string }> {
  const thanks = thanksTo(application.email);
  if (website) return thanks;
  await deps.limits.count("application-by-email", application.email);
  const mayConfirm = await isWithinLimit(() =>
    deps.limits.count("contact-mail-by-recipient", application.email),
  );
  await inTransaction(deps.database, async (tx) => {
    const id = newId();
    await insertApplication(tx, { id, ...application, submittedAt: deps.clock.now() });
    if (mayConfirm) await deps.jobs.enqueue(tx, mailApplicationReceived, { applicationId: id });
  });
  return thanks;
}
