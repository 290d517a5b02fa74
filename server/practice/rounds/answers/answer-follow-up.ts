import type { MeasuredSpeech, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { addSpeech } from "@greenroom/contract/practice/speech.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { AskedFollowUp } from "../../../kernel/db/stored-json.ts";
import type { Deps } from "../../../kernel/deps.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { type AnswerChange, changeAnswer, checkTakesAnswers, wrongStage } from "../change-answer.ts";
import { askNext } from "./ask-next.ts";

interface FollowUpAnswer {
  index: number;
  text: string;
  speech: MeasuredSpeech | null;
}

/** Answers the open follow-up; a blank answer skips it. Throws `conflict` if another one or none is open. */
export async function answerFollowUp(
  deps: Deps,
  actor: Actor,
  id: string,
  { index, text, speech }: FollowUpAnswer,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const defend: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const open = answer.followUps.findIndex((followUp) => followUp.answer === null);
    if (answer.stage !== "defend" || open !== index) throw wrongStage("This follow-up is not open.");
    const followUps = answer.followUps.map((followUp, place) =>
      place === index ? answered(followUp, text, context.now) : followUp,
    );
    return askNext({ ...answer, followUps, speech: addSpeech(answer.speech, speech) }, question, context);
  };
  return await changeAnswer(deps, actor, id, defend, request);
}

/** An answered follow-up keeps the text that it had, so a model can no longer replace it. */
function answered(followUp: AskedFollowUp, text: string, now: Date): AskedFollowUp {
  const settled: AskedFollowUp =
    followUp.source === "pending" ? { ...followUp, source: "fallback" } : followUp;
  return { ...settled, answer: text, answeredAt: now.toISOString() };
}
