import { recordCommand } from "../../../../audit/record-command.ts";
import { listFailedJobs } from "../../../../jobs/failed-jobs.ts";
import { retryJob } from "../../health/jobs.ts";
import type { Commands } from "../command.ts";
import { readId } from "../read-input.ts";

export function addJobCommands({ add, plan }: Commands): void {
  add("jobs failed", "list the newest 200 jobs that were given up in the last week").action(() =>
    plan(async (deps) => {
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
    }),
  );
  add("jobs retry", "let the running server try a failed job once more")
    .argument("<id>", "as the list of failed jobs shows it", readId("failed jobs"))
    .action((id) => plan((deps) => retryJob(deps, { id, actor: "command line" })));
}
