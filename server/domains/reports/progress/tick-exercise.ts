import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { lockAccount } from "../../accounts/lock-account.ts";
import { getOwnReport } from "../get-report.ts";
import { deleteExercise, putExercise } from "./store.ts";

interface Tick {
  bookingId: string;
  claimId: string;
  done: boolean;
}

/** Stores whether an exercise of the actor's plan is done; the last answer counts. Throws `not_found`. */
export async function tickExercise(
  deps: Deps,
  actor: Actor,
  { bookingId, claimId, done }: Tick,
): Promise<{ msg: string }> {
  const { report } = await getOwnReport(deps, actor, bookingId, "interviewee");
  if (!report.plan.some((exercise) => exercise.claimId === claimId)) {
    throw new AppError("not_found", { msg: "This plan has no such exercise." });
  }
  if (!done) {
    await deleteExercise(deps.database, { bookingId, claimId });
    return { msg: "Marked as not done." };
  }
  const exercise = { bookingId, claimId, userId: actor.userId, doneAt: deps.clock.now() };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await putExercise(tx, exercise);
  });
  return { msg: "Marked as done." };
}
