import { inTransaction } from "../../../db/transaction.ts";
import { AppError } from "../../../http/errors.ts";
import { listFailedJobs, retryFailedJob } from "../../../jobs/failed-jobs.ts";
import type { CommandGroup } from "../command.ts";
import { readId, readNothing } from "../read-input.ts";
import { recordAudit } from "../record-audit.ts";
import { recordCommand } from "../record-command.ts";

export const jobCommands: CommandGroup = {
  "jobs failed": {
    usage: "jobs failed",
    summary: "the newest 200 jobs that were given up within a week",
    async run(deps, input) {
      readNothing(input);
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
      const name = await inTransaction(deps.database, async (tx) => {
        const found = await retryFailedJob(tx, id);
        if (found === null) throw new AppError("not_found", { msg: `There is no failed job ${id}.` });
        await recordAudit(tx, {
          actor: "command line",
          action: "job.retried",
          subject: `job:${id}`,
          details: { name: found },
          now: deps.clock.now(),
        });
        return found;
      });
      return { msg: `${name} is tried again by the running server.` };
    },
  },
};
