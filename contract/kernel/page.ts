import { z } from "zod";

/** The most rows in one answer, and the default. */
export const maxPageRows = 200;

const limitMessage = `Ask for 1 to ${maxPageRows} rows.`;

/**
 * The query parameters of every list besides its own filters. An incomplete answer has a `Link` header with
 * `rel="next"` and the address of the next page.
 */
export const pageQueryShape = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxPageRows, limitMessage)
    .optional(),
  /** The position at which the page begins, from the link of the previous page. */
  after: z.string().min(1).max(2000).optional(),
};

export const pageQuerySchema = z.strictObject(pageQueryShape);
export type PageQuery = z.infer<typeof pageQuerySchema>;
