import type { Question } from "@greenroom/questions/schema.ts";
import type { ChangeContext } from "../change-answer.ts";
import { chooseFollowUp } from "../choose-follow-up.ts";
import type { Answer } from "../store.ts";

/**
 * Asks the follow-up that best matches the answers so far. After the last one, the code is next, or the answer is
 * finished.
 */
export function askNext(answer: Answer, question: Question, { now, usesModel }: ChangeContext): Answer {
  const answerText = [answer.explanation, ...answer.followUps.map((followUp) => followUp.answer ?? "")].join(
    " ",
  );
  const asked = answer.followUps.map(({ index }) => index);
  const index = chooseFollowUp(question.followUps, asked, answerText);
  const followUp = index === null ? undefined : question.followUps[index];
  if (index !== null && followUp !== undefined) {
    const source = usesModel ? "pending" : "bank";
    return {
      ...answer,
      followUps: [...answer.followUps, { index, ask: followUp.ask, answer: null, source }],
    };
  }
  return question.kind === "talk"
    ? { ...answer, stage: "done", finishedAt: now }
    : { ...answer, stage: "code" };
}
