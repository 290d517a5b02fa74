import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Deps } from "../../kernel/deps.ts";
import { purgeAnswers } from "../../kernel/idempotency/answer-once.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { purgeSentMails } from "../../kernel/mail/sent-mails.ts";
import { purgeAnswersDaily, purgeSentMailsDaily, removeFiles } from "./job-definitions.ts";

/** docs/security.md states the same period. */
const sentMailDays = 90;

export const privacyJobs: JobHandler<Deps>[] = [
  defineHandler(purgeAnswersDaily, async (deps) => {
    await purgeAnswers(deps.database, deps.clock.now());
  }),
  defineHandler(purgeSentMailsDaily, ({ database, clock }) =>
    purgeSentMails(database, addMinutes(clock.now(), -60 * 24 * sentMailDays)),
  ),
  defineHandler(removeFiles, async (deps, { keys }) => {
    for (const key of keys) await deps.storage.remove(key);
  }),
];
