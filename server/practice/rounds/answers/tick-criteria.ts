import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { changeAnswer, wrongStage } from "../change-answer.ts";

/**
 * Stores which criteria the actor ticked as met. Throws `conflict` before the answer is finished, and
 * `invalid_input`.
 */
export async function tickCriteria(
  deps: Deps,
  actor: Actor,
  id: string,
  ticks: number[],
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done") throw wrongStage("Finish this question first.");
    const places = [...new Set(ticks)].sort((a, b) => a - b);
    if (places.some((place) => place >= question.criteria.length)) {
      throw invalidField("ticks", `This question has ${question.criteria.length} criteria.`);
    }
    return { ...answer, ticks: places };
  });
}
