import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { unknownRound } from "../change-answer.ts";
import { makeRoundReport } from "../job-definitions.ts";
import { findPause, type ModelPause } from "../model-calls.ts";
import { findRound } from "../store.ts";
import { addRequests, countRequests, findRequest, repeatRequest, selectExplained } from "./store.ts";

const pausedTexts: Record<ModelPause, string> = {
  limit: "Today's limit for the language model is reached. Try again tomorrow.",
  off: "The language model is switched off for now. Please try again later.",
};

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
  const allowed = explained.slice(0, await countLeft(tx, userId, now));
  for (const roundId of await addRequests(tx, allowed, { userId, now })) {
    await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
  }
}

const dayBefore = (now: Date) => addMinutes(now, -24 * 60);

/** How many reports a person can still request now. */
async function countLeft(tx: Tx, userId: string, now: Date): Promise<number> {
  return Math.max(0, mostInADay - (await countRequests(tx, userId, dayBefore(now))));
}

/**
 * Requests the report of the actor's ended round if it has none, because its draft failed or the day's reports were
 * used up. Does nothing while it is being made. Throws `not_found` and `conflict`.
 */
export async function requestRoundReport(
  deps: Deps,
  { userId }: Actor,
  roundId: string,
): Promise<{ msg: string }> {
  return await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`practice of ${userId}`]);
    const round = await findRound(tx, { id: roundId, userId, now: deps.clock.now() });
    if (round === null) throw unknownRound();
    if (deps.ai === null || !round.usesModel) throw refused("No language model takes part in this round.");
    if (round.endedAt === null) throw refused("You can request a report once the round has ended.");
    if ((await selectExplained(tx, [roundId])).length === 0)
      throw refused("This round has no explained answer to report on.");
    const outcome = (await findRequest(tx, roundId))?.outcome;
    if (outcome === "made") throw refused("This round already has a report.");
    if (outcome !== "waiting") {
      const now = deps.clock.now();
      if ((await countLeft(tx, userId, now)) === 0)
        throw refused(`You can have at most ${mostInADay} reports in 24 hours. Please try again later.`);
      const paused = await findPause({ ...deps, database: tx }, userId);
      if (paused !== null) throw refused(pausedTexts[paused]);
      if (outcome === "failed") await repeatRequest(tx, roundId, { now, since: dayBefore(now) });
      else await addRequests(tx, [roundId], { userId, now });
      await deps.jobs.enqueue(tx, makeRoundReport, { roundId });
    }
    return { msg: "The report is being drafted." };
  });
}

function refused(msg: string): AppError {
  return new AppError("conflict", { msg });
}
