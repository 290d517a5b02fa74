import { askedFollowUps } from "@greenroom/contract/practice/rounds.ts";
import { countShared, stemsOf } from "../../room/question-bank/word-stems.ts";

interface FollowUp {
  when: string;
  ask: string;
}

/**
 * Chooses the next follow-up: the one whose condition shares the most words with the answers, or the next in order
 * if none does. Null once enough were asked.
 */
export function chooseFollowUp(
  followUps: readonly FollowUp[],
  asked: readonly number[],
  answerText: string,
): number | null {
  if (asked.length >= askedFollowUps) return null;
  const words = stemsOf(answerText);
  const open = followUps
    .map((followUp, index) => ({ followUp, index }))
    .filter(({ index }) => !asked.includes(index));
  const shared = ({ when }: FollowUp) => countShared(stemsOf(when), words);
  const [best] = open.sort((a, b) => shared(b.followUp) - shared(a.followUp) || a.index - b.index);
  return best?.index ?? null;
}
