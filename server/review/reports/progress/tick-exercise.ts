import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { getOwnReport } from "../get-report.ts";
import { readMentorFeedback } from "../mentor-feedback.ts";
import { deleteExercise, putExercise } from "./store.ts";

interface Tick {
  bookingId: string;
  /** The claim of the exercise. */
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
  return await storeTick(deps, actor, { bookingId, claimId, done });
}

interface StepTick {
  bookingId: string;
  stepId: string;
  done: boolean;
}

/** The same for one of the mentor's next steps. Throws `not_found`. */
export async function tickStep(
  deps: Deps,
  actor: Actor,
  { bookingId, stepId, done }: StepTick,
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, "interviewee");
  const { mentorFeedback } = await readMentorFeedback(deps.database, bookingId);
  if (mentorFeedback?.nextSteps.some(({ id }) => id === stepId) !== true) {
    throw new AppError("not_found", { msg: "Your mentor gave no such next step." });
  }
  return await storeTick(deps, actor, { bookingId, claimId: stepId, done });
}

async function storeTick(
  deps: Deps,
  actor: Actor,
  { bookingId, claimId, done }: Tick,
): Promise<{ msg: string }> {
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
