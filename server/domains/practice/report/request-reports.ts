import { addMinutes } from "@greenroom/contract/core/time.ts";
import type { Tx } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { makeRoundReport } from "../job-definitions.ts";
import { addRequests, countRequests, selectExplained } from "./store.ts";

/** The most reports of one person within 24 hours. Each may use 160,000 tokens, and practice is free. */
const mostInADay = 12;

/** Requests the reports of rounds that ended with a model, in the transaction that ends them. */
export async function requestReports(
  deps: Pick<Deps, "jobs" | "clock" | "ai">,
  tx: Tx,
  ended: readonly string[],
  userId: string,
): Promise<void> {
  if (deps.ai === null) return;
  const explained = await selectExplained(tx, ended);
  if (explained.length === 0) return;
  const now = deps.clock.now();
  const left = mostInADay - (await countRequests(tx, userId, addMinutes(now, -24 * 60)));
  const allowed = explained.slice(0, Math.max(0, left));
  for (const roundId of await addRequests(tx, allowed, { userId, now })) {
    await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
  }
}
