import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idParamsSchema, idSchema, questionIdSchema } from "../kernel/ids.ts";
import { codeText, optionalText, requiredLine, requiredText } from "../kernel/text.ts";
import { wireInstantSchema } from "../kernel/time.ts";
import { padLanguages } from "./code-pad.ts";

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

export const listOwnQuestions = endpoint({
  method: "GET",
  path: "/api/interviewer/questions",
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

export const getOwnQuestion = endpoint({
  method: "GET",
  path: "/api/interviewer/questions/:id",
  access: "interviewer",
  summary: "A question that I wrote",
  params: idParamsSchema,
  output: ownQuestionSchema,
});

export const createOwnQuestion = endpoint({
  method: "POST",
  path: "/api/interviewer/questions",
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Write a question of my own; nobody else reads it until I show it in an interview",
  body: ownQuestionInputSchema,
  output: ownQuestionSchema,
  status: 201,
});

export const updateOwnQuestion = endpoint({
  method: "PUT",
  path: "/api/interviewer/questions/:id",
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Change a question that I wrote; interviews that are over keep it as it was",
  params: idParamsSchema,
  body: ownQuestionInputSchema,
  output: ownQuestionSchema,
});

export const deleteOwnQuestion = endpoint({
  method: "DELETE",
  path: "/api/interviewer/questions/:id",
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Delete a question that I wrote; interviews that are over keep it as it was",
  params: idParamsSchema,
  status: 204,
});

const favoriteParams = z.strictObject({ questionId: questionIdSchema });

export const addFavorite = endpoint({
  method: "PUT",
  path: "/api/interviewer/favorite-questions/:questionId",
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Make a question one of my favorites",
  params: favoriteParams,
  status: 204,
});

export const removeFavorite = endpoint({
  method: "DELETE",
  path: "/api/interviewer/favorite-questions/:questionId",
  access: "interviewer",
  limit: "own-question-by-user",
  summary: "Remove a question from my favorites",
  params: favoriteParams,
  status: 204,
});
