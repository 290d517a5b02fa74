import type { Question } from "@greenroom/questions/schema.ts";
import type { AskedFollowUp } from "../../../kernel/db/stored-json.ts";
import type { Answer } from "../store.ts";
import { type FollowUpRules, rulesFor } from "./check-follow-up.ts";
import type { FollowUpTopic } from "./follow-up-prompt.ts";

/** The part of an answer that its next follow-up depends on. */
export type Exchange = Pick<Answer, "explanation" | "followUps" | "hintsOpenedAt">;

/** The follow-ups before the open one, which is the only one without an answer. */
function earlierOf({ followUps }: Exchange): AskedFollowUp[] {
  return followUps.filter(({ answer }) => answer !== null);
}

/** The model's input for the open follow-up. */
export function topicOf(answer: Exchange, question: Question): FollowUpTopic {
  const earlier = earlierOf(answer);
  const openIndex = answer.followUps.at(-1)?.index;
  const left = question.followUps
    .map((followUp, index) => ({ followUp, index }))
    .filter(({ index }) => !earlier.some((asked) => asked.index === index))
    .sort((a, b) => Number(b.index === openIndex) - Number(a.index === openIndex));
  return {
    title: question.title,
    prompt: question.prompt,
    criteria: question.criteria.map(({ name }) => name),
    followUps: left.map(({ followUp }) => followUp),
    asked: earlier.map(({ ask }) => ask),
    said: [
      { to: "the question", text: answer.explanation },
      ...earlier.map(({ ask, answer }) => ({ to: ask, text: answer ?? "" })),
    ],
  };
}

/** The rules for the text of the open follow-up. */
export function rulesOf(answer: Exchange, question: Question): FollowUpRules {
  const earlier = earlierOf(answer);
  return rulesFor(question, {
    asked: earlier.map(({ ask }) => ask),
    said: [answer.explanation, ...earlier.map(({ answer }) => answer ?? "")],
    openedHints: answer.hintsOpenedAt.length,
  });
}
