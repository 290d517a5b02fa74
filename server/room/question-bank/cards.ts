import { type CardKind, cardKinds } from "@greenroom/contract/practice/drills.ts";
import {
  type QuestionRole,
  type QuestionTopic,
  questionLevels,
  questionRolePlurals,
  questionRoles,
  questionTopicNames,
  questionTopics,
} from "@greenroom/contract/room/question-options.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { AppError } from "../../kernel/errors.ts";
import type { QuestionBank } from "./bank.ts";

export interface Card {
  id: string;
  kind: CardKind;
  question: Question;
}

export interface CardSet {
  id: string;
  role: QuestionRole;
  topic: QuestionTopic;
  title: string;
  cards: Card[];
}

/** With fewer questions a set would be too short. */
const minQuestions = 4;

/** Every set of the bank: one for each role and topic with enough questions, easier questions first: a lower level, or less time. */
export function listSets(bank: QuestionBank): CardSet[] {
  return questionRoles.flatMap((role) =>
    questionTopics.flatMap((topic) => {
      const questions = bank.all
        .filter((question) => question.topic === topic && question.roles.includes(role))
        .sort(
          (a, b) =>
            questionLevels.indexOf(a.level) - questionLevels.indexOf(b.level) || a.minutes - b.minutes,
        );
      if (questions.length < minQuestions) return [];
      const title = `${questionTopicNames[topic]} for ${questionRolePlurals[role]}`;
      return [{ id: `${role}-${topic}`, role, topic, title, cards: spreadCards(questions) }];
    }),
  );
}

/**
 * In groups of this many questions, first cards come before second cards, so that an answer just seen does not help
 * at once.
 */
const spreadQuestions = 6;

function spreadCards(questions: readonly Question[]): Card[] {
  const cards: Card[] = [];
  for (let first = 0; first < questions.length; first += spreadQuestions) {
    const group = questions.slice(first, first + spreadQuestions).map(cardsOf);
    for (const place of [0, 1]) cards.push(...group.flatMap((ofQuestion) => ofQuestion[place] ?? []));
  }
  return cards;
}

/**
 * The first card asks for code if the question has a code task, otherwise for the answer. The second one asks for common
 * mistakes.
 */
function cardsOf(question: Question): Card[] {
  const main: CardKind = question.kind === "talk" ? "answer" : "code";
  return [main, "errors" as const].map((kind) => ({ id: cardId(question, kind), kind, question }));
}

function cardId({ id }: Question, kind: CardKind): string {
  return `${id}.${kind}`;
}

/** Throws `not_found`. */
export function getSet(bank: QuestionBank, setId: string): CardSet {
  const set = listSets(bank).find(({ id }) => id === setId);
  if (set === undefined) throw new AppError("not_found", { msg: "There is no such drill." });
  return set;
}

/** Throws `not_found`. */
export function getCard(bank: QuestionBank, id: string): Card {
  const [questionId = "", kindName] = id.split(".");
  const question = bank.find(questionId);
  const kind = cardKinds.find((name) => name === kindName);
  const card = question && cardsOf(question).find((candidate) => candidate.kind === kind);
  if (card === undefined) throw new AppError("not_found", { msg: "There is no such card." });
  return card;
}
