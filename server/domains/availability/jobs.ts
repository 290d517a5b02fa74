import type { Deps } from "../../deps.ts";
import { defineHandler, type JobHandler } from "../../jobs/job.ts";
import { generateWeekly } from "./job-definitions.ts";
import { generateWeeklySlots } from "./weekly/generate-slots.ts";

export const availabilityJobs: JobHandler<Deps>[] = [
  defineHandler(generateWeekly, async (deps) => {
    const change = await generateWeeklySlots(deps);
    if (change.added + change.removed > 0) deps.log.info(change, "generated slots of weekly rules");
  }),
];
