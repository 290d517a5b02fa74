import { z } from "zod";
import { endpoint, idParamsSchema, idSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { codeText, optionalText, requiredText } from "../kernel/text.ts";
import { questionTopics } from "../kernel/topics.ts";
import {
  answerCharacters,
  answerCodeCharacters,
  answerKeySchema,
  questionLevels,
  questionRoleSchema,
  questionRoles,
  questionSchema,
  type TestCount,
  testCountSchema,
} from "../room/questions.ts";

/* Solo practice: a round of a few minutes with questions to explain, defend and code. */

export const roundMinutes = [15, 30, 45] as const;
export type RoundMinutes = (typeof roundMinutes)[number];

export const answerStages = ["explain", "defend", "code", "done"] as const;
export type AnswerStage = (typeof answerStages)[number];

/** After its time, a round still takes what the person was sending. Then it ends, whether they end it or not. */
export const roundGraceSeconds = 60;
/** The most questions in one round. */
export const roundQuestions = 8;
/** The most follow-ups to one answer. */
export const askedFollowUps = 2;
/** A person with this many stored answers cannot start another round, which bounds what one person can store. */
export const maxStoredAnswers = 2_000;
/** The answers on one page of the history. */
export const answersPerPage = 30;

const followUpMessage = "This is not the number of a follow-up.";
export const followUpParams = idParamsSchema.extend({
  index: z.coerce
    .number(followUpMessage)
    .int(followUpMessage)
    .min(0, followUpMessage)
    .max(askedFollowUps, followUpMessage),
});

const mostSpokenWords = 20_000;
const wordsMessage = `The words are a whole number from 0 to ${mostSpokenWords}.`;
const mostSeconds = 7_200;
const secondsMessage = `The seconds are a number from 0 to ${mostSeconds}.`;
const secondsSchema = z.number(secondsMessage).min(0, secondsMessage).max(mostSeconds, secondsMessage);

/** The measurements of the speech in one part of an answer. */
const speechSchema = z.strictObject(
  {
    words: z.int(wordsMessage).min(0, wordsMessage).max(mostSpokenWords, wordsMessage),
    spokenSeconds: secondsSchema,
    longestSilenceSeconds: secondsSchema,
  },
  "The measurements of the speech are the words and two numbers of seconds.",
);

/** The sum over the parts of an answer, which can exceed what one part may have. */
const measuredSpeechSchema = z.object({
  words: z.int(),
  spokenSeconds: z.number(),
  longestSilenceSeconds: z.number(),
});
export type MeasuredSpeech = z.infer<typeof measuredSpeechSchema>;

const testResultsSchema = z.object({
  visible: testCountSchema.nullable(),
  /** Null until the hidden tests ran. */
  hidden: testCountSchema.nullable(),
  /** Names of the failed tests. */
  failed: z.array(z.string()),
});
export type TestResults = z.infer<typeof testResultsSchema>;

/**
 * The source of a follow-up. `pending`: a language model may still replace its text, by `writeFollowUp`. `fallback`:
 * the model gave nothing usable, so the text is the bank's. `limit`, `off`: so it is because the day's calls of the model
 * are used up, or because the model is switched off for practice.
 */
export const followUpSources = ["bank", "pending", "model", "fallback", "limit", "off"] as const;
export type FollowUpSource = (typeof followUpSources)[number];

export const answerSchema = z.object({
  id: idSchema,
  roundId: idSchema,
  stage: z.enum(answerStages),
  startedAt: wireInstantSchema,
  explainedAt: wireInstantSchema.nullable(),
  finishedAt: wireInstantSchema.nullable(),
  question: questionSchema,
  /** The question was changed after the answer. */
  hasChanged: z.boolean(),
  explanation: z.string(),
  followUps: z.array(
    z.object({ ask: z.string(), answer: z.string().nullable(), source: z.enum(followUpSources) }),
  ),
  hints: z.object({
    total: z.int(),
    opened: z.array(z.object({ text: z.string(), openedAt: wireInstantSchema })),
    /** When the next hint can be opened; null when all are open or the answer is finished. */
    nextOpensAt: wireInstantSchema.nullable(),
  }),
  code: z.string().nullable(),
  tests: testResultsSchema.nullable(),
  speech: measuredSpeechSchema.nullable(),
  /** Indexes of the criteria that the candidate ticked. */
  ticks: z.array(z.int()),
  /** Null until the answer is finished. */
  key: answerKeySchema.nullable(),
});
export type PracticeAnswer = z.infer<typeof answerSchema>;

const roundSchema = z.object({
  id: idSchema,
  role: z.enum(questionRoles),
  /** The level and the topic that the person chose; null for any. The nearest is asked when none is left. */
  level: z.enum(questionLevels).nullable(),
  topic: z.enum(questionTopics).nullable(),
  minutes: z.int(),
  startedAt: wireInstantSchema,
  endsAt: wireInstantSchema,
  endedAt: wireInstantSchema.nullable(),
  /** Whether a language model writes follow-ups and drafts a report. */
  usesModel: z.boolean(),
  /** The server's clock, so that a wrong clock in the browser does not matter. */
  now: wireInstantSchema,
  /** The newest answer. */
  answer: answerSchema,
  /** How many questions were asked so far. */
  questions: z.int(),
  /** Whether there is time for another question, and one is left. */
  canGoOn: z.boolean(),
});
export type PracticeRound = z.infer<typeof roundSchema>;

const historyItemSchema = z.object({
  id: idSchema,
  roundId: idSchema,
  role: z.enum(questionRoles),
  questionId: z.string(),
  title: z.string(),
  startedAt: wireInstantSchema,
  /** Null while it is not finished. */
  finishedAt: wireInstantSchema.nullable(),
  hintsUsed: z.int(),
  /** Whether it has a text or code; an answer can be handed in without either. */
  hasContent: z.boolean(),
  /** Whether the round has a report, or one is being made. */
  hasReport: z.boolean(),
  criteria: z.object({ ticked: z.int(), total: z.int() }),
  tests: z.object({ passed: z.int(), total: z.int() }).nullable(),
});
export type PracticeHistoryItem = z.infer<typeof historyItemSchema>;

export const startRound = endpoint("POST /api/practice/rounds", {
  access: "signed-in",
  limit: "practice-start-by-user",
  summary: "Start a round and get its first question. It ends a round that is still open",
  status: 201,
  body: z.strictObject({
    role: questionRoleSchema,
    /** If they are omitted, questions of any level or topic are asked. A question named below is asked in any case. */
    level: z.enum(questionLevels, "Choose one of the levels.").optional(),
    topic: z.enum(questionTopics, "Choose one of the topics.").optional(),
    minutes: z.union(
      roundMinutes.map((minutes) => z.literal(minutes)),
      { error: "A round takes 15, 30 or 45 minutes." },
    ),
    /** The question to begin with. If it is not for `role`, the round is for the first role of the question. */
    questionId: questionIdSchema.optional(),
    /**
     * True lets the operator's language model read the answers, if there is one. The default is for pages that do
     * not tell the candidate.
     */
    usesModel: z.boolean({ error: "Say whether a language model takes part." }).default(false),
  }),
  output: roundSchema,
});

export const getRound = endpoint("GET /api/practice/rounds/:id", {
  access: "signed-in",
  summary: "My round with its newest question",
  output: roundSchema,
});

export const nextQuestion = endpoint("POST /api/practice/rounds/:id/next", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "The next question of my round, once the previous one is finished",
  output: roundSchema,
});

export const endRound = endpoint("POST /api/practice/rounds/:id/end", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "End my round",
  output: roundSchema,
});

export const explainAnswer = endpoint("POST /api/practice/answers/:id/explanation", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Give my explanation and get the first follow-up",
  body: z.strictObject({
    text: requiredText({ label: "Your answer", max: answerCharacters }),
    speech: speechSchema.nullable().default(null),
  }),
  output: answerSchema,
});

export const answerFollowUp = endpoint("POST /api/practice/answers/:id/follow-ups/:index", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Answer a follow-up; left blank, it is skipped. The next one comes, or the next stage",
  params: followUpParams,
  body: z.strictObject({
    text: optionalText({ label: "Your answer", max: answerCharacters }),
    speech: speechSchema.nullable().default(null),
  }),
  output: answerSchema,
});

export const openHint = endpoint("POST /api/practice/answers/:id/hints", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Open the next hint, once its time has come",
  output: answerSchema,
});

export const finishAnswer = endpoint("POST /api/practice/answers/:id/finish", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Hand in my answer as it is, and get the model answer, the criteria and the hidden tests",
  body: z.strictObject({
    code: codeText({ label: "The code", max: answerCodeCharacters }).nullable().default(null),
    visible: testCountSchema.nullable().default(null),
  }),
  output: answerSchema,
});

export const keepTestResults = endpoint("PUT /api/practice/answers/:id/tests", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Store how many tests my submitted code passed; the first result counts",
  body: z.strictObject({
    visible: testCountSchema,
    hidden: testCountSchema,
    failed: z
      .array(
        z
          .string("The name of a test must be text.")
          .max(300, "The name of a test can be at most 300 characters long."),
        "The failed tests must be a list.",
      )
      .max(100, "At most 100 tests can have failed."),
  }),
  output: answerSchema,
});

const tickMessage = "This is not the number of a criterion.";
const mostTicks = 20;

export const tickCriteria = endpoint("PUT /api/practice/answers/:id/ticks", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "Tick the criteria that my answer met",
  body: z.strictObject({
    ticks: z
      .array(
        z.int(tickMessage).min(0, tickMessage).max(mostTicks, tickMessage),
        "The ticked criteria must be a list of numbers.",
      )
      .max(mostTicks, `At most ${mostTicks} criteria can be ticked.`),
  }),
  output: answerSchema,
});

export const listAnswers = endpoint("GET /api/practice/answers", {
  access: "signed-in",
  limit: "practice-read-by-user",
  summary: "My answers, newest first, a page at a time",
  query: z.strictObject({
    /** The id of the last answer on the previous page. */
    after: idSchema.optional(),
  }),
  output: z.object({
    /** The round in progress, if any. */
    openRoundId: idSchema.nullable(),
    /** The name of the language model that can take part in rounds; null without one. */
    model: z.string().nullable(),
    answers: z.array(historyItemSchema).max(answersPerPage),
    hasMore: z.boolean(),
  }),
});

export const getAnswer = endpoint("GET /api/practice/answers/:id", {
  access: "signed-in",
  summary: "One answer of mine, and my earlier answers to the same question",
  output: z.object({ answer: answerSchema, earlier: z.array(answerSchema).max(5) }),
});

export const writeFollowUp = endpoint("POST /api/practice/answers/:id/follow-ups/:index/write", {
  access: "signed-in",
  limit: "follow-up-by-user",
  summary: "Have the language model write my open follow-up; without it, the bank's stays",
  params: followUpParams,
  output: answerSchema,
});

/** All tests that ran, visible and hidden, together; null if none did. */
export function sumTests(tests: Omit<TestResults, "failed"> | null): TestCount | null {
  const ran = [tests?.visible, tests?.hidden].flatMap((count) => count ?? []);
  if (ran.length === 0) return null;
  const sum = (part: keyof TestCount) => ran.reduce((all, count) => all + count[part], 0);
  return { passed: sum("passed"), total: sum("total") };
}

/** Adds the measurements of two parts of an answer; null when nothing was spoken. */
export function addSpeech(a: MeasuredSpeech | null, b: MeasuredSpeech | null): MeasuredSpeech | null {
  if (a === null || b === null) return a ?? b;
  return {
    words: a.words + b.words,
    spokenSeconds: a.spokenSeconds + b.spokenSeconds,
    longestSilenceSeconds: Math.max(a.longestSilenceSeconds, b.longestSilenceSeconds),
  };
}

/* The practice part of Progress. It is private: no interviewer sees it. */

/** How many days back it goes. */
export const practiceProgressDays = 28;

export const practiceProgressSchema = z.object({
  /** The number of cards reviewed on each recent day, oldest first; days without any are left out. */
  days: z.array(z.object({ day: z.iso.date(), reviewed: z.int(), goal: z.int() })).max(practiceProgressDays),
  topics: z
    .array(
      z.object({
        topic: z.enum(questionTopics),
        /** Reviews of cards that were seen before, and how many of them were known. */
        reviews: z.int(),
        known: z.int(),
        /** Questions answered in rounds, and their test results. */
        answers: z.int(),
        testsPassed: z.int(),
        testsTotal: z.int(),
      }),
    )
    .max(questionTopics.length),
});
export type PracticeProgress = z.infer<typeof practiceProgressSchema>;

export const getPracticeProgress = endpoint("GET /api/practice/progress", {
  access: "signed-in",
  isVisibleInSeeAs: true,
  limit: "practice-read-by-user",
  summary: "My drills and practice of the last four weeks, by topic",
  output: practiceProgressSchema,
});
