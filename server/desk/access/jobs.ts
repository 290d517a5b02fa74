import type { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { sendSecondFactorNotice } from "./job-definitions.ts";
import { secondFactorMessage } from "./messages.ts";
import { roleNoticeJob } from "./role-notice.ts";

export const operatorAccessJobs: JobHandler<Deps>[] = [
  defineHandler(sendSecondFactorNotice, mailSecondFactorNotice),
  roleNoticeJob,
];

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
