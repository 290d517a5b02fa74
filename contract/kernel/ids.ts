import { z } from "zod";

/**
 * The id of any of our objects: a UUID (version 7 when we create it), `_id` on the wire. Upper case is the
 * same id.
 */
export const idSchema = z
  .uuid("This id is incomplete or wrong. If you followed a link, check that it is complete.")
  .toLowerCase();
export type Id = string;

/** Route parameter `:id`. */
export const idParamsSchema = z.strictObject({ id: idSchema });

const questionIdMessage = "This is not the id of a question.";
/** The id of a question: the name of its file. */
export const questionIdSchema = z
  .string(questionIdMessage)
  .max(80, questionIdMessage)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, questionIdMessage);
