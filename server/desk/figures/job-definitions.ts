import { defineJob, emptyPayload } from "../../kernel/jobs.ts";

/** Every hour, stores the figures of days that are over, and of stored days that changed. */
export const storeFigureDays = defineJob({
  name: "figures.close-days",
  payload: emptyPayload,
  cron: "17 * * * *",
  expireSeconds: 300,
});
