import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { purgeAnswers } from "../../kernel/idempotency.ts";
import { defineHandler, defineJob, emptyPayload, type JobHandler } from "../../kernel/jobs.ts";
import { purgeSentMails } from "../../kernel/mail/deliveries.ts";

/** Deletes stored responses to old requests, every day. */
export const purgeAnswersDaily = defineJob({
  name: "privacy.purge-answers",
  payload: emptyPayload,
  cron: "29 3 * * *",
});

/** Deletes the list of mails that were sent more than 90 days ago, every day. */
export const purgeSentMailsDaily = defineJob({
  name: "privacy.purge-sent-mails",
  payload: emptyPayload,
  cron: "37 3 * * *",
});

/** Removes files whose rows were deleted. */
export const removeFiles = defineJob({
  name: "privacy.remove-files",
  payload: z.object({ keys: z.array(z.string()) }),
});

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
