import type { MeasuredSpeech, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { addSpeech } from "@greenroom/contract/practice/speech.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { type AnswerChange, changeAnswer, checkTakesAnswers, wrongStage } from "../change-answer.ts";
import type { Answer } from "../store.ts";
import { askNext } from "./ask-next.ts";

interface Explanation {
  text: string;
  speech: MeasuredSpeech | null;
}

/** Stores the actor's explanation and asks the first follow-up. Throws `conflict` if it was already given. */
export async function explainAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  explanation: Explanation,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const explain: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage !== "explain") throw wrongStage("You have already explained this.");
    const explained: Answer = {
      ...answer,
      explanation: explanation.text,
      explainedAt: context.now,
      speech: addSpeech(answer.speech, explanation.speech),
      stage: "defend",
    };
    return askNext(explained, question, context);
  };
  return await changeAnswer(deps, actor, id, explain, request);
}
