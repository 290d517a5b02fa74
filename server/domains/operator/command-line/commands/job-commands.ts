import { recordCommand } from "../../../../audit/record-command.ts";
import { listFailedJobs } from "../../../../jobs/failed-jobs.ts";
import { retryJob } from "../../health/jobs.ts";
import type { CommandGroup } from "../command.ts";
import { readId, readNoArguments } from "../read-input.ts";

export const jobCommands: CommandGroup = {
  "jobs failed": {
    usage: "jobs failed",
    summary: "the newest 200 jobs that were given up within a week",
    async run(deps, input) {
      readNoArguments(input);
      await recordCommand(deps, "jobs-failed");
      const jobs = await listFailedJobs(deps.database, 200);
      return {
        rows: jobs.map(({ id, name, payload, reason, failedAt }) => ({
          failedAt: failedAt.toISOString(),
          name,
          payload,
          reason,
          id,
        })),
      };
    },
  },
  "jobs retry": {
    usage: "jobs retry <id>",
    summary: "let the running server try it once more",
    async run(deps, input) {
      const id = readId(input, "failed jobs");
      return await retryJob(deps, { id, actor: "command line" });
    },
  },
};
