import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { layWeekly } from "./job-definitions.ts";
import { layWeeklySlots } from "./lay-slots.ts";

export const availabilityJobs: JobHandler<Deps>[] = [
  handles(layWeekly, async (deps) => {
    const change = await layWeeklySlots(deps);
    if (change.added + change.removed > 0) deps.log.info(change, "laid the slots of weekly rules");
  }),
];
