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
  | "form";

export interface FollowUpRules {
  /** Phrases, numbers and code that only the answer key has. */
  secrets: { phrases: ReadonlySet<string>; tokens: ReadonlySet<string> };
  /** Everything that the candidate has seen or said, as one text. */
  known: string;
  /** The sentences that the question and earlier follow-ups asked. */
  asked: readonly string[];
}

interface Seen {
  /** The follow-ups that were asked, oldest first. */
  asked: readonly string[];
  said: readonly string[];
  /** How many of the question's hints are open. */
  openedHints: number;
}

const followUpCharacters = 400;
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
    asked: [...asked, question.prompt].flatMap(sentencesIn),
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
  if (rating.test(plain)) return "rating";
  if (invents(plain, rules)) return "invented";
  if (namesForbiddenSubject(plain)) return "forbidden-subject";
  if (addressesJudge(plain)) return "instruction";
  if (sentencesIn(plain).some((sentence) => rules.asked.some((asked) => isSameSentence(sentence, asked))))
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

const rating =
  /\b(?:great|good|excellent|perfect|brilliant|correct|wrong) (?:answer|work|job|point)\b|\bthat(?:'s| is) (?:right|correct|wrong)\b|\bout of (?:5|five|10|ten)\b|\bfull marks\b|\bwell done\b/iu;

/** True if the text quotes words that nobody said or wrote. */
function invents(text: string, { known }: FollowUpRules): boolean {
  const quotes = [...text.matchAll(/"([^"]+)"/gu)].map(([, inner = ""]) => inner.replace(/[.,;:!?…]+$/u, ""));
  return quotes.some((quote) => !isQuoted(quote, known));
}

function sentencesIn(text: string): string[] {
  return normalText(text).split(/(?<=[.?!।]["')\]]*)\s+/u);
}

/** True if two sentences say the same in nearly the same words. */
function isSameSentence(a: string, b: string): boolean {
  const [first, second] = [stemsOf(normalText(a)), stemsOf(normalText(b))];
  const smaller = Math.min(first.size, second.size);
  if (smaller < 3) return normalText(a).toLowerCase() === normalText(b).toLowerCase();
  return countShared(first, second) / smaller >= 0.75;
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
