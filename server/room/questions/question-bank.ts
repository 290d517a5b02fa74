import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type QuestionTopic, questionTopicNames, questionTopics } from "@greenroom/contract/kernel/topics.ts";
import { type CardKind, cardKinds } from "@greenroom/contract/practice/drills.ts";
import {
  type AnswerKey,
  type CodeTask,
  type CodeTest,
  type PracticeQuestion,
  type QuestionRole,
  questionLevels,
  questionRolePlurals,
  questionRoles,
} from "@greenroom/contract/room/questions.ts";
import { loadQuestions } from "@greenroom/questions/load.ts";
import type { PythonQuestion, Question, SqlQuestion } from "@greenroom/questions/schema.ts";
import { AppError } from "../../kernel/errors.ts";

export interface QuestionBank {
  all: readonly Question[];
  find(id: string): Question | undefined;
  /** The question with exactly this title, but for case, spaces and a mark at its end. */
  findByTitle(title: string): Question | undefined;
}

let opened: Promise<QuestionBank> | undefined;

/** The question bank, read and checked once per process. Rejects if one of its files is invalid. */
export function openQuestionBank(): Promise<QuestionBank> {
  opened ??= readBank();
  return opened;
}

async function readBank(): Promise<QuestionBank> {
  // In the build the bank is beside the bundle's chunks. In the sources it finds its own folder.
  const built = fileURLToPath(new URL("./questions/", import.meta.url));
  const all = existsSync(built) ? await loadQuestions(built) : await loadQuestions();
  const byId = new Map(all.map((question) => [question.id, question]));
  const byTitle = new Map(all.map((question) => [normalTitle(question.title), question]));
  return {
    all,
    find: (id) => byId.get(id),
    findByTitle: (title) =>
      title.length <= comparedCharacters ? byTitle.get(normalTitle(title)) : undefined,
  };
}

/** A longer text is no title, and comparing it could take long. The bank's titles have at most 80 characters. */
const comparedCharacters = 200;

function normalTitle(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/ ?[.?!:]+$/, "");
}

/** What a candidate may see before answering. Names every field, so that a new one stays private. */
export function presentQuestion(question: Question): PracticeQuestion {
  const { id, version, title, topic, level, minutes, prompt, clarifications } = question;
  return {
    id,
    version,
    title,
    topic,
    level,
    minutes,
    prompt,
    clarifications,
    code: question.kind === "talk" ? null : presentTask(question),
  };
}

function presentTask(question: PythonQuestion | SqlQuestion): CodeTask {
  return {
    language: question.kind,
    starterCode: question.starterCode,
    visibleTests: presentTests(question, "visibleTests"),
    hiddenTests: question.hiddenTests.length,
    tables: question.kind === "sql" ? question.tables : [],
    ordered: question.kind === "sql" && question.ordered,
  };
}

/** The part of a question that a candidate may see after answering. */
export function presentAnswerKey(question: Question): AnswerKey {
  const { modelAnswer, criteria, commonErrors } = question;
  const isTalk = question.kind === "talk";
  return {
    modelAnswer,
    criteria,
    commonErrors,
    referenceSolution: isTalk ? null : question.referenceSolution,
    hiddenTests: isTalk ? [] : presentTests(question, "hiddenTests"),
  };
}

function presentTests(
  question: PythonQuestion | SqlQuestion,
  which: "visibleTests" | "hiddenTests",
): CodeTest[] {
  return question.kind === "python"
    ? question[which].map(({ name, code }) => ({ kind: "python", name, code }))
    : question[which].map((test) => ({ kind: "sql", ...test }));
}

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

/** In groups of so many questions, first cards precede second ones: an answer just seen helps less. */
const spreadQuestions = 6;

function spreadCards(questions: readonly Question[]): Card[] {
  const cards: Card[] = [];
  for (let first = 0; first < questions.length; first += spreadQuestions) {
    const group = questions.slice(first, first + spreadQuestions).map(cardsOf);
    for (const place of [0, 1]) cards.push(...group.flatMap((ofQuestion) => ofQuestion[place] ?? []));
  }
  return cards;
}

/** First the code, or the answer of a question without a code task; then the common mistakes. */
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

/** The minimum similarity: two rare words in common, or three more frequent ones. Less may be chance. */
const minWeight = 9;

interface WordIndex {
  stems: Map<string, { title: Set<string>; all: Set<string> }>;
  /** Words that few questions contain weigh more. */
  weightOf(stem: string): number;
}

const indexes = new WeakMap<QuestionBank, WordIndex>();

/** The question that best matches a text; undefined if none is similar. Title words count twice. */
export function findRelated(
  bank: QuestionBank,
  questions: readonly Question[],
  text: string,
): Question | undefined {
  const index = indexes.get(bank) ?? buildIndex(bank);
  indexes.set(bank, index);
  const words = [...stemsOf(text)];
  const weigh = ({ id }: Question) => {
    const stems = index.stems.get(id);
    const shared = words.filter((word) => stems?.all.has(word));
    return shared.reduce((sum, word) => sum + index.weightOf(word) * (stems?.title.has(word) ? 2 : 1), 0);
  };
  const [best] = questions
    .map((question) => ({ question, weight: weigh(question) }))
    .sort((a, b) => b.weight - a.weight);
  return best !== undefined && best.weight >= minWeight ? best.question : undefined;
}

function buildIndex({ all }: QuestionBank): WordIndex {
  const stems = new Map(
    all.map(({ id, title, prompt }) => [id, { title: stemsOf(title), all: stemsOf(`${title} ${prompt}`) }]),
  );
  const counts = new Map<string, number>();
  for (const { all: own } of stems.values())
    for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { stems, weightOf: (stem) => Math.log(all.length / (counts.get(stem) ?? all.length)) };
}

/** Words without meaning for a subject. */
const stopWords = new Set(
  "a an and are as at be before by can do does each every for from get has have how if in into is it its more not of on one or out over say so take that the their them then there they think this three time to two up use uses want what when where which with works write you your".split(
    " ",
  ),
);

/** Enough letters to distinguish words, and few enough to match "propose" with "proposing". */
const stemLetters = 5;

/** The stems of the meaningful words of a text. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.slice(0, stemLetters)));
}

/** How many stems two texts have in common. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((stem) => b.has(stem)).length;
}
