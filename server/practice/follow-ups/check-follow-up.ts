import type { Question } from "@greenroom/questions/schema.ts";
import { addressesJudge, namesForbiddenSubject } from "../../review/reports/verification/claim-text.ts";
import { isQuoted, normalText, wordsOf } from "../../review/reports/verification/quotes.ts";
import { countShared, stemsOf } from "../../room/questions/question-bank.ts";

/* The rules that a model's follow-up passes before the candidate sees it. They depend on the text alone. */

/** Why a text is not shown. */
export type FollowUpProblem =
  | "leak"
  | "repeat"
  | "rating"
  | "invented"
  | "forbidden-subject"
  | "instruction"
  | "out-of-role"
  | "form";

export interface FollowUpRules {
  /** Phrases, numbers and code that only the answer key has. */
  secrets: { phrases: ReadonlySet<string>; tokens: ReadonlySet<string> };
  /** Everything that the candidate has seen or said, as one text. */
  known: string;
  said: string;
  /** Questions that were asked already. */
  asked: readonly string[];
}

interface Seen {
  /** The follow-ups that were asked, oldest first. */
  asked: readonly string[];
  said: readonly string[];
  /** How many of the question's hints are open. */
  openedHints: number;
}

export const followUpCharacters = 400;
/** This many words in a row that the answer key has and the candidate has not seen count as a leak. */
const leakedWords = 5;

export function rulesFor(question: Question, { asked, said, openedHints }: Seen): FollowUpRules {
  const known = [
    question.title,
    question.prompt,
    ...question.clarifications.flatMap((each) => [each.question, each.answer]),
    // The bank asks them without a model, too, so they are not secret.
    ...question.followUps.map(({ ask }) => ask),
    ...question.hints.slice(0, openedHints),
    ...(question.kind === "talk" ? [] : [question.starterCode, JSON.stringify(question.visibleTests)]),
    ...(question.kind === "sql" ? [JSON.stringify(question.tables)] : []),
    ...asked,
    ...said,
  ];
  const secret = secretTexts(question, openedHints);
  const knownPhrases = new Set(known.flatMap(phrasesOf));
  const knownTokens = new Set(known.flatMap(tokensOf));
  return {
    secrets: {
      phrases: new Set(secret.flatMap(phrasesOf).filter((phrase) => !knownPhrases.has(phrase))),
      tokens: new Set(secret.flatMap(tokensOf).filter((token) => !knownTokens.has(token))),
    },
    known: known.join("\n"),
    said: said.join("\n"),
    asked: [...asked, question.prompt].flatMap(questionsIn),
  };
}

/** The texts of a question that the candidate must not read yet. */
function secretTexts(question: Question, openedHints: number): string[] {
  const { hints, criteria, modelAnswer, commonErrors, followUps } = question;
  return [
    modelAnswer,
    ...commonErrors,
    ...hints.slice(openedHints),
    ...criteria.flatMap(({ one, three, five }) => [one, three, five]),
    ...followUps.map(({ when }) => when),
    ...(question.kind === "talk"
      ? []
      : [question.referenceSolution, ...question.plantedBugs.map(({ code }) => code)]),
    ...(question.kind === "python" ? question.hiddenTests.map(({ code }) => code) : []),
    ...(question.kind === "sql"
      ? question.hiddenTests.map(({ tables, expected }) => JSON.stringify([tables, expected]))
      : []),
  ];
}

/** The rule that the text of a follow-up violates so far; null if it may be shown. */
export function problemWith(text: string, rules: FollowUpRules): FollowUpProblem | null {
  const plain = normalText(text);
  if (plain.length > followUpCharacters || !isPlain(text)) return "form";
  if (leaks(plain, rules)) return "leak";
  if (rates(plain)) return "rating";
  if (invents(plain, rules)) return "invented";
  if (namesForbiddenSubject(plain)) return "forbidden-subject";
  if (addressesJudge(plain)) return "instruction";
  if (outOfRole.test(plain)) return "out-of-role";
  if (questionsIn(plain).some((question) => rules.asked.some((asked) => isSameQuestion(question, asked))))
    return "repeat";
  return null;
}

/** False for control characters, also those that change the direction of text, markup, links and lists. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069]|<\/?[a-z!]|https?:|\]\(|^\s*(?:[-*#]|\d+[.)])\s|```/iu.test(
    text,
  );
}

function leaks(text: string, { secrets }: FollowUpRules): boolean {
  return (
    phrasesOf(text).some((phrase) => secrets.phrases.has(phrase)) ||
    tokensOf(text).some((token) => secrets.tokens.has(token))
  );
}

/** All sequences of `leakedWords` words. A shorter text has none, because single words reveal nothing. */
function phrasesOf(text: string): string[] {
  const words = wordsOf(normalText(text).toLowerCase());
  return words.slice(leakedWords - 1).map((_, index) => words.slice(index, index + leakedWords).join(" "));
}

/** Numbers of several digits and pieces of code, which give an answer away alone. */
function tokensOf(text: string): string[] {
  const numbers = text.match(/(?<![\p{L}\p{N}_])\d[\d.,]*\d%?/gu) ?? [];
  const code = [...text.matchAll(/`([^`\n]{3,})`/gu)].map(([, inner = ""]) => inner.trim());
  return [...numbers, ...code].filter((token) => !commonNumbers.has(token));
}

const commonNumbers = new Set(["10", "100", "1000", "1,000"]);

const quality =
  "great|good|excellent|perfect|nice|strong|solid|brilliant|impressive|fantastic|wonderful|outstanding|amazing|awesome|superb|correct|right|poor|weak|bad|wrong|incorrect|mistaken|flawed";
const work =
  "answer|job|work|point|explanation|thinking|approach|start|idea|choice|catch|observation|insight|reasoning|solution";
const ratings = [
  new RegExp(`\\b(?:${quality})(?:,? [\\p{L}-]+)? (?:${work})s?\\b`, "iu"),
  new RegExp(
    `\\b(?:${work})s?\\b (?:is|was|are|were) (?:very |quite |really |absolutely |not )?(?:${quality})\\b`,
    "iu",
  ),
  new RegExp(
    `(?:^|[.!?] )(?:${quality}|exactly|absolutely|indeed|yes|no|well done|not quite)[.,!:;–—-]`,
    "iu",
  ),
  /\b(?:well done|good job|nice work|nailed it|spot on|congratulations|full marks)\b/iu,
  new RegExp(
    `\\b(?:you(?:'re| are)|that(?:'s| is|'s)|this is|it(?:'s| is)) (?:absolutely |exactly |quite |not |in)?(?:${quality})\\b`,
    "iu",
  ),
  /\b\d+(?:\.\d+)? ?(?:out of|\/|of) ?(?:5|10|100)\b/iu,
  /\b(?:your|a|the) (?:score|grade|rating|marks?)\b|\b(?:strong|no) hire\b|\bhire you\b/iu,
];

function rates(text: string): boolean {
  return ratings.some((rating) => rating.test(text));
}

const attributed =
  /\byou(?:'ve| have)? (?:just |also )?(?:said|mentioned|described|used|chose|wrote|named|explained|suggested|proposed|argued|claimed|assumed|picked|noted|stated|pointed out|talked about|started with|began with|listed|defined)\b([^,;:.?!–—]*)/giu;
/** The share of an attributed clause's words that the candidate must have used or seen. */
const attributedShare = 0.6;

/** True if the text presents words as the candidate's that are not. */
function invents(text: string, { known, said }: FollowUpRules): boolean {
  const quotes = [...text.matchAll(/"([^"]+)"/gu)].map(([, inner = ""]) => inner.replace(/[.,;:!?…]+$/u, ""));
  if (quotes.some((quote) => !isQuoted(quote, known))) return true;
  const words = stemsOf(`${said}\n${known}`);
  return [...text.matchAll(attributed)].some(([, clause = ""]) => {
    const own = [...clause.matchAll(/"([^"]+)"/gu)].map(([, inner = ""]) => inner);
    if (own.some((quote) => !isQuoted(quote, said))) return true;
    const stems = stemsOf(clause);
    return stems.size > 0 && countShared(stems, words) / stems.size < attributedShare;
  });
}

const outOfRole =
  /\bas an? (?:ai|language model|assistant)\b|\bmy (?:instructions|prompt|rules)\b|\bi (?:was|am) (?:told|instructed|asked|not allowed)\b|\bi can(?:'t|not) (?:help|do|share|tell)\b|\bmodel answer\b|\banswer key\b|\bhere is the\b/iu;

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
