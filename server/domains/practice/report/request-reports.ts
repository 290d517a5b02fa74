import type { Tx } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { makeRoundReport } from "../job-definitions.ts";
import { addRequests, selectExplained } from "./store.ts";

/** Requests the reports of rounds that ended with a model, in the transaction that ends them. */
export async function requestReports(
  deps: Pick<Deps, "jobs" | "clock" | "ai">,
  tx: Tx,
  ended: readonly string[],
  userId: string,
): Promise<void> {
  if (deps.ai === null) return;
  const explained = await selectExplained(tx, ended);
  for (const roundId of await addRequests(tx, explained, { userId, now: deps.clock.now() })) {
    await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
  }
}
