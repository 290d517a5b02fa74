import type { Deps } from "../kernel/deps.ts";
import { defineHandler, defineJob, emptyPayload, type JobHandler } from "../kernel/jobs/job.ts";
import { purgeOldRecords } from "./record/purge-records.ts";

/** Deletes the records of interviews that are older than the setting allows, every night. */
const purgeRecords = defineJob({
  name: "meetings.purge-records",
  payload: emptyPayload,
  cron: "41 20 * * *",
  expireSeconds: 900,
});

export const roomJobs: JobHandler<Deps>[] = [
  defineHandler(purgeRecords, async (deps) => {
    await purgeOldRecords(deps);
  }),
];
