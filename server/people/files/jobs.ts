import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople } from "../accounts/profile/find-people.ts";
import { mailInfectedFile, sweepFiles } from "./job-definitions.ts";
import { infectedFileMessage } from "./messages.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

export const fileJobs: JobHandler<Deps>[] = [
  defineHandler(sweepFiles, async (deps) => {
    const count = await sweepOrphans(deps);
    if (count > 0) deps.log.info({ count }, "removed files without a row");
  }),
  defineHandler(mailInfectedFile, async (deps, { userId, fileName, found }) => {
    const person = (await findPeople(deps.database, [userId])).get(userId);
    if (person === undefined) return;
    await deps.mail.send(
      composeMail(deps.config.business, infectedFileMessage(person.email, { fileName, found })),
    );
  }),
];
