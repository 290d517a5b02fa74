import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { stopWords } from "../../../review/reports/verification/quotes.ts";
import type { QuestionBank } from "../../../room/question-bank/bank.ts";
import { countShared, stemsOf } from "../../../room/question-bank/word-stems.ts";

/* Finds answers that have nothing in common with their question. Word lists alone cannot tell a good answer from a bad
 * one, but an answer about something else uses none of the question's terms. */

/** Words that occur in any reasoning and say nothing about the subject. */
const reasoningWords =
  "again also always because both each even every example first give given instead keep less made makes most much need never only other same second since still such takes than then therefore while would".split(
    " ",
  );
const ignored = new Set([...stopWords, ...reasoningWords].flatMap((word) => [...stemsOf(word)]));

/**
 * How many of an answer's terms must be terms of its question. One or two are shared by chance: "stopped early" is said
 * of rain, too.
 */
function neededTerms(count: number): number {
  if (count < 4) return 1;
  return count < 8 ? 2 : Math.max(3, count * 0.12);
}

/**
 * The ids of the candidate's answers in a round's record that have nothing in common with their question. An
 * answer to a follow-up may be about something that the candidate brought up, so it counts together with the
 * answers before it.
 */
export function unrelatedAnswers(bank: QuestionBank, { items }: InterviewRecord): Set<string> {
  const unrelated = new Set<string>();
  let vocabulary: ReadonlySet<string> | null = null;
  let saidSoFar = "";
  for (const item of items) {
    if (item.kind === "question") {
      const question = item.questionId === null ? undefined : bank.find(item.questionId);
      // A story from a person's own work may share no term with its question.
      const isJudged = question !== undefined && question.topic !== "behavioral";
      vocabulary = isJudged ? termsOf(textsOf(question)) : null;
      saidSoFar = "";
    }
    if (item.kind !== "chat" || item.party !== "interviewee" || vocabulary === null) continue;
    saidSoFar = `${saidSoFar}\n${item.text}`;
    if (isUnrelated(item.text, vocabulary) && isUnrelated(saidSoFar, vocabulary)) unrelated.add(item.id);
  }
  return unrelated;
}

function isUnrelated(text: string, vocabulary: ReadonlySet<string>): boolean {
  // The bank is in English, so an answer in another script has other words for the same things.
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin / letters < 0.9) return false;
  const terms = termsOf([text]);
  return countShared(terms, vocabulary) < neededTerms(terms.size);
}

function termsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set([...stemsOf(texts.join("\n"))].filter((stem) => stem.length > 2 && !ignored.has(stem)));
}

/** All texts of a question, with its answer key. Its terms are only counted, and neither stored nor sent. */
function textsOf(question: Question): string[] {
  const { title, prompt, clarifications, hints, followUps, criteria, modelAnswer, commonErrors } = question;
  return [
    title,
    prompt,
    modelAnswer,
    ...hints,
    ...commonErrors,
    ...clarifications.flatMap((each) => [each.question, each.answer]),
    ...followUps.flatMap(({ when, ask }) => [when, ask]),
    ...criteria.flatMap(({ name, one, three, five }) => [name, one, three, five]),
    ...(question.kind === "talk" ? [] : [question.starterCode, question.referenceSolution]),
  ];
}
