import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { type AnswerChange, changeAnswer, checkTakesAnswers, wrongStage } from "../change-answer.ts";
import { nextHintOpensAt } from "../hints.ts";

/** Opens the next hint. Throws `conflict` before its time, and if there is none. */
export async function openHint(
  deps: Deps,
  actor: Actor,
  id: string,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const open: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const { now } = context;
    if (answer.stage === "done") throw wrongStage("You have finished this question.");
    const { startedAt, hintsOpenedAt } = answer;
    const opensAt = nextHintOpensAt({
      startedAt,
      minutes: question.minutes,
      opened: hintsOpenedAt.length,
      total: question.hints.length,
    });
    if (opensAt === null) throw wrongStage("All hints are open.");
    if (now < opensAt) {
      const seconds = Math.ceil((opensAt.getTime() - now.getTime()) / 1000);
      throw wrongStage(`This hint opens in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`);
    }
    return { ...answer, hintsOpenedAt: [...hintsOpenedAt, now] };
  };
  return await changeAnswer(deps, actor, id, open, request);
}
