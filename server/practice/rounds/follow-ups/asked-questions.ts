import { normalText } from "../../../review/reports/verification/normal-text.ts";
import { countShared, stemsOf } from "../../../room/question-bank/word-stems.ts";

/* Recognizes what a text asks for, as a question ("Why does it grow?") or as an order ("Explain why it grows."). */

const verbs =
  "argue|calculate|choose|compare|convince|criticize|define|derive|describe|discuss|explain|justify|propose|prove|redesign|repair|return|rewrite|say|suggest|summari[sz]e|tell|write";
/** Orders only before `afterNoun`: "List the steps." is one, "List comprehensions are fast." is not. */
const nouns =
  "compute|design|draw|estimate|find|give|go|guide|list|look|name|outline|pick|plan|show|sketch|state|take|talk|trace|walk|work out";
const afterNoun =
  "(?:me|us|it|its|their|this|these|those|that|the|a|an|at|one|two|three|four|five|\\d+|each|every|all|both|your|how|what|why|which|where|when|who|some|any|through|about|another|more)";
const beforeOrder =
  "(?:(?:(?:and|but|first|next|now|then|also|please|so|again|briefly|finally|instead|once more|go ahead and|i(?:'d| would) like you to|i want you to),?|(?:in|with|without|for|from|as|after|before|using) [^,.?!]{1,60},) ){0,3}";
const order = new RegExp(`^["'([]*${beforeOrder}(?:(?:${verbs})|(?:${nouns}) ${afterNoun})\\b`, "iu");

/** True for a sentence that asks the candidate for something. */
export function isAsking(sentence: string): boolean {
  const plain = normalText(sentence);
  return /\?["')\]]*$/u.test(plain) || order.test(plain);
}

/** The sentences of a text that ask for something. */
export function questionsIn(text: string): string[] {
  return normalText(text)
    .split(/(?<=[.?!।]["')\]]*)\s+/u)
    .filter(isAsking);
}

/** True if two sentences ask the same in other words. */
export function isSameQuestion(a: string, b: string): boolean {
  const [first, second] = [subjectOf(a), subjectOf(b)];
  const smaller = Math.min(first.size, second.size);
  if (smaller < 3) return normalText(a).toLowerCase() === normalText(b).toLowerCase();
  return countShared(first, second) / smaller >= 0.75;
}

/** The stems of what a sentence asks about, the same for "Explain the loss." and "Describe the loss." */
function subjectOf(sentence: string): Set<string> {
  return stemsOf(normalText(sentence).replace(order, ""));
}

/** The share of the words of a bank's follow-up that an adapted one must have kept. */
const keptShare = 0.5;

/**
 * The index of the bank's follow-up that a model adapted, so that it is not asked again later. A model may
 * adapt another one than the bank chose. If it adapted none, `chosen`, because the model's own question took
 * the place of that one.
 */
export function adaptedFrom(
  text: string,
  bank: readonly { ask: string }[],
  { chosen, asked }: { chosen: number; asked: readonly number[] },
): number {
  const words = stemsOf(text);
  const kept = (index: number) => {
    const ask = bank[index]?.ask ?? "";
    if (normalText(text).includes(normalText(ask))) return 1;
    const shared = countShared(stemsOf(ask), words);
    return shared < 2 ? 0 : shared / stemsOf(ask).size;
  };
  const [best] = bank
    .map((_, index) => index)
    .filter((index) => index !== chosen && !asked.includes(index))
    .sort((a, b) => kept(b) - kept(a) || a - b);
  return best !== undefined && kept(best) >= keptShare && kept(best) > kept(chosen) ? best : chosen;
}
