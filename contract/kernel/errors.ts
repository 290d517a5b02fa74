import { z } from "zod";

/**
 * The name of every error. The server maps each to an HTTP status (server/kernel/errors.ts, checked by
 * `satisfies`); the browser switches on the name, never on the sentence.
 */
export const errorCodes = [
  "invalid_input",
  "not_signed_in",
  "wrong_credentials",
  "forbidden",
  "not_in_see_as",
  "second_factor_required",
  "confirmation_required",
  "not_found",
  "conflict",
  "slot_taken",
  "no_plan",
  "no_credits",
  "price_changed",
  "already_given",
  "code_invalid",
  "payload_too_large",
  "unsupported_media_type",
  "too_many_requests",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A problem with one field of the request; `path` is dotted (`resumeData.personal.linkedin`). */
export const fieldProblemSchema = z.object({ path: z.string(), msg: z.string() });
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/**
 * The body of every error response. `msg` is a sentence for people; `details` names fields, or contains a
 * fresh quote.
 */
export const errorBodySchema = z.object({
  msg: z.string(),
  code: z.enum(errorCodes),
  details: z.union([z.array(fieldProblemSchema), z.record(z.string(), z.unknown())]).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
