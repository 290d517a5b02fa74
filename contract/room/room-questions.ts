import { z } from "zod";
import { endpoint, idSchema, questionIdSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { codeText, optionalLine, optionalText, requiredLine, requiredText } from "../kernel/text.ts";
import { questionTopics } from "../kernel/topics.ts";
import { padLanguages } from "./code-pad.ts";
import { criterionSchema, questionLevels, questionRoles, questionTableSchema } from "./questions.ts";

/* Questions in the room: the interviewer searches, shows and marks them. An id is that of a question of the
   bank, or the UUID of a question that the interviewer wrote. */

/** Of one interview. */
export const maxAskedQuestions = 40;
/** The most questions in one answer of the search. */
export const foundQuestions = 50;
export const questionSearchCharacters = 100;
export const questionNoteCharacters = 500;

const questionCodeSchema = z.object({
  language: z.enum(padLanguages),
  starterCode: z.string(),
  /** Empty when the language is not SQL. */
  tables: z.array(questionTableSchema),
});

/** The part of the shown question that both parties see. It contains no answer. */
export const shownQuestionSchema = z.object({
  id: idSchema,
  title: z.string(),
  prompt: z.string(),
  minutes: z.int().nullable(),
  shownAt: wireInstantSchema,
  /** Null for a question without code. */
  code: questionCodeSchema.nullable(),
  /** The hints that the interviewer showed, in that order. */
  hints: z.array(z.string()),
});
export type ShownQuestion = z.infer<typeof shownQuestionSchema>;

const questionSummaryShape = {
  id: questionIdSchema,
  source: z.enum(["bank", "own"]),
  title: z.string(),
  /** Null for an own question. */
  topic: z.enum(questionTopics).nullable(),
  level: z.enum(questionLevels).nullable(),
  minutes: z.int().nullable(),
  language: z.enum(padLanguages).nullable(),
  isFavorite: z.boolean(),
  /** When an interviewer last asked this interviewee the question in another interview; null if never. */
  askedBefore: wireInstantSchema.nullable(),
};
const questionSummarySchema = z.object(questionSummaryShape);
export type QuestionSummary = z.infer<typeof questionSummarySchema>;

const wholeMinutes = "Ask for whole minutes, up to 45.";

export const searchRoomQuestions = endpoint("GET /api/rooms/:id/questions", {
  access: "interviewer",
  limit: "question-search-by-user",
  summary: "Search the question bank and my own questions, while the room of my interview is open",
  query: z.strictObject({
    text: optionalLine({ label: "The search", max: questionSearchCharacters }).optional(),
    role: z.enum(questionRoles, "Choose one of the roles.").optional(),
    topic: z.enum(questionTopics, "Choose one of the topics.").optional(),
    level: z.enum(questionLevels, "Choose one of the levels.").optional(),
    maxMinutes: z
      .string(wholeMinutes)
      .regex(/^\d{1,2}$/, wholeMinutes)
      .transform(Number)
      .pipe(z.int().min(1, wholeMinutes).max(45, wholeMinutes))
      .optional(),
    from: z.enum(["all", "favorites", "own"], "Choose all, favorites or own.").optional(),
  }),
  /** Favorites first. `total` counts all that match, also those beyond the limit. */
  output: z.object({ questions: z.array(questionSummarySchema), total: z.int() }),
});

const interviewerQuestionSchema = z.object({
  ...questionSummaryShape,
  prompt: z.string(),
  code: questionCodeSchema.extend({ referenceSolution: z.string().nullable() }).nullable(),
  clarifications: z.array(z.object({ question: z.string(), answer: z.string() })),
  hints: z.array(z.string()),
  followUps: z.array(z.object({ when: z.string(), ask: z.string() })),
  criteria: z.array(criterionSchema),
  modelAnswer: z.string(),
  commonErrors: z.array(z.string()),
  /** The author's notes of an own question; empty for a question of the bank. */
  notes: z.string(),
});
/** A question with its answer key, for the interviewer only. */
export type InterviewerQuestion = z.infer<typeof interviewerQuestionSchema>;

export const readRoomQuestion = endpoint("GET /api/rooms/:id/questions/:questionId", {
  access: "interviewer",
  limit: "question-search-by-user",
  summary: "A question with its answer key, while the room of my interview is open",
  params: z.strictObject({ id: idSchema, questionId: questionIdSchema }),
  output: interviewerQuestionSchema,
});

export const questionOutcomes = ["well", "partly", "poorly"] as const;
export type QuestionOutcome = (typeof questionOutcomes)[number];

/** The interviewer's private marks of an answer. */
export const questionMarksSchema = z.object({
  criteria: z.array(z.object({ name: z.string(), score: z.int().min(1).max(5).nullable() })),
  note: z.string(),
  outcome: z.enum(questionOutcomes).nullable(),
});
export type QuestionMarks = z.infer<typeof questionMarksSchema>;

const askedQuestionSchema = z.object({
  id: idSchema,
  questionId: questionIdSchema,
  title: z.string(),
  shownAt: wireInstantSchema,
  /** Null while it is shown. */
  endedAt: wireInstantSchema.nullable(),
  hints: z.array(z.object({ index: z.int(), text: z.string(), shownAt: wireInstantSchema })),
  marks: questionMarksSchema,
});
/** A question that was shown in an interview, as its interviewer sees it. */
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

export const listAskedQuestions = endpoint("GET /api/rooms/:id/asked-questions", {
  access: "interviewer",
  summary: "The questions that I asked in an interview that I give, with my private marks",
  /** Oldest first. */
  output: z.object({ questions: z.array(askedQuestionSchema).max(maxAskedQuestions) }),
});

export const showQuestion = endpoint("POST /api/rooms/:id/asked-questions", {
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "Show a question to both in the room; it replaces the one that is shown",
  body: z.strictObject({
    /** The page creates it, so that a question that is sent again is shown once. */
    id: idSchema,
    questionId: questionIdSchema,
  }),
  output: askedQuestionSchema,
  status: 201,
});

const hintMessage = "Choose one of the hints.";
const askedParams = z.strictObject({ id: idSchema, askedId: idSchema });

export const showHint = endpoint("POST /api/rooms/:id/asked-questions/:askedId/hints", {
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "Show one hint of the shown question to both",
  params: askedParams,
  body: z.strictObject({
    index: z.int(hintMessage).min(0, hintMessage).max(20, hintMessage),
  }),
  output: askedQuestionSchema,
});

export const endQuestion = endpoint("POST /api/rooms/:id/asked-questions/:askedId/end", {
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "End the shown question; neither party sees it any longer",
  params: askedParams,
  output: askedQuestionSchema,
});

const scoreMessage = "A score is a whole number from 1 to 5.";

export const saveQuestionMarks = endpoint("PUT /api/rooms/:id/asked-questions/:askedId/marks", {
  access: "interviewer",
  limit: "question-marks-by-user",
  summary: "Save my private marks of an answer; nobody else reads them",
  params: askedParams,
  body: z.strictObject({
    /** One for each criterion, in their order; null for one that is not scored. */
    scores: z
      .array(
        z.int(scoreMessage).min(1, scoreMessage).max(5, scoreMessage).nullable(),
        "The scores must be a list, with one score for each criterion.",
      )
      .max(20, "There is one score for each criterion."),
    note: optionalLine({ label: "The note", max: questionNoteCharacters }),
    outcome: z.enum(questionOutcomes, "Choose well, partly or poorly.").nullable(),
  }),
  output: askedQuestionSchema,
});

/* Questions that an interviewer wrote, and the favorites among all questions. */

export const ownQuestionLimits = {
  title: 80,
  prompt: 4_000,
  starterCode: 10_000,
  notes: 4_000,
  minutes: 45,
  /** The limit for one interviewer. */
  questions: 200,
} as const;
/** The limit for one interviewer. */
export const maxFavorites = 400;

const minutesMessage = `Choose 1 to ${ownQuestionLimits.minutes} minutes.`;

export const ownQuestionInputSchema = z.strictObject({
  title: requiredLine({ label: "The title", max: ownQuestionLimits.title }),
  prompt: requiredText({ label: "The prompt", max: ownQuestionLimits.prompt }),
  /** Null for a question without code. */
  language: z.enum(padLanguages, "Choose one of the languages.").nullable(),
  starterCode: codeText({ label: "The starter code", max: ownQuestionLimits.starterCode }),
  minutes: z
    .int({ error: minutesMessage })
    .min(1, minutesMessage)
    .max(ownQuestionLimits.minutes, minutesMessage)
    .nullable(),
  /** Hints, a model answer, points to look for: only the author reads them. */
  notes: optionalText({ label: "Your notes", max: ownQuestionLimits.notes }),
});
export type OwnQuestionInput = z.infer<typeof ownQuestionInputSchema>;

const ownQuestionSchema = z.object({
  id: idSchema,
  title: z.string(),
  prompt: z.string(),
  language: z.enum(padLanguages).nullable(),
  starterCode: z.string(),
  minutes: z.int().nullable(),
  notes: z.string(),
  updatedAt: wireInstantSchema,
});
export type OwnQuestion = z.infer<typeof ownQuestionSchema>;

export const listOwnQuestions = endpoint("GET /api/interviewer/questions", {
  access: "interviewer",
  summary: "The questions that I wrote",
  /** The one that changed last first. There are never more than `ownQuestionLimits.questions`. */
  output: z.object({
    questions: z
      .array(
        ownQuestionSchema.pick({ id: true, title: true, language: true, minutes: true, updatedAt: true }),
      )
      .max(ownQuestionLimits.questions),
  }),
});

export const getOwnQuestion = endpoint("GET /api/interviewer/questions/:id", {
  access: "interviewer",
  summary: "A question that I wrote",
  output: ownQuestionSchema,
});

export const createOwnQuestion = endpoint("POST /api/interviewer/questions", {
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Write a question of my own; nobody else reads it until I show it in an interview",
  body: ownQuestionInputSchema,
  output: ownQuestionSchema,
  status: 201,
});

export const updateOwnQuestion = endpoint("PUT /api/interviewer/questions/:id", {
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Change a question that I wrote; interviews that are over keep it as it was",
  body: ownQuestionInputSchema,
  output: ownQuestionSchema,
});

export const deleteOwnQuestion = endpoint("DELETE /api/interviewer/questions/:id", {
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Delete a question that I wrote; interviews that are over keep it as it was",
  status: 204,
});

const favoriteParams = z.strictObject({ questionId: questionIdSchema });

export const addFavorite = endpoint("PUT /api/interviewer/favorite-questions/:questionId", {
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Make a question one of my favorites",
  params: favoriteParams,
  status: 204,
});

export const removeFavorite = endpoint("DELETE /api/interviewer/favorite-questions/:questionId", {
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Remove a question from my favorites",
  params: favoriteParams,
  status: 204,
});
