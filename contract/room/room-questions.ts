import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idParamsSchema, idSchema, questionIdSchema } from "../kernel/ids.ts";
import { optionalLine } from "../kernel/text.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { padLanguages } from "./code-pad.ts";
import { questionLevels, questionRoles, questionTopics } from "./question-options.ts";
import { criterionSchema, questionTableSchema } from "./questions.ts";

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

export const searchRoomQuestions = endpoint({
  method: "GET",
  path: "/api/rooms/:id/questions",
  access: "interviewer",
  limit: "question-search-by-user",
  summary: "Search the question bank and my own questions, while the room of my interview is open",
  params: idParamsSchema,
  query: z.strictObject({
    text: optionalLine({ label: "The search", max: questionSearchCharacters }).optional(),
    role: z.enum(questionRoles, "Choose one of the roles.").optional(),
    topic: z.enum(questionTopics, "Choose one of the topics.").optional(),
    level: z.enum(questionLevels, "Choose one of the levels.").optional(),
    /** Only questions that take at most this long. */
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

export const readRoomQuestion = endpoint({
  method: "GET",
  path: "/api/rooms/:id/questions/:questionId",
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

export const listAskedQuestions = endpoint({
  method: "GET",
  path: "/api/rooms/:id/asked-questions",
  access: "interviewer",
  summary: "The questions that I asked in an interview that I give, with my private marks",
  params: idParamsSchema,
  /** Oldest first. */
  output: z.object({ questions: z.array(askedQuestionSchema).max(maxAskedQuestions) }),
});

export const showQuestion = endpoint({
  method: "POST",
  path: "/api/rooms/:id/asked-questions",
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "Show a question to both in the room; it replaces the one that is shown",
  params: idParamsSchema,
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

export const showHint = endpoint({
  method: "POST",
  path: "/api/rooms/:id/asked-questions/:askedId/hints",
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "Show one hint of the shown question to both",
  params: askedParams,
  body: z.strictObject({
    index: z.int(hintMessage).min(0, hintMessage).max(20, hintMessage),
  }),
  output: askedQuestionSchema,
});

export const endQuestion = endpoint({
  method: "POST",
  path: "/api/rooms/:id/asked-questions/:askedId/end",
  access: "interviewer",
  limit: "room-question-by-user",
  summary: "End the shown question; neither party sees it any longer",
  params: askedParams,
  output: askedQuestionSchema,
});

const scoreMessage = "A score is a whole number from 1 to 5.";

export const saveQuestionMarks = endpoint({
  method: "PUT",
  path: "/api/rooms/:id/asked-questions/:askedId/marks",
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
