import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { idSchema } from "../../kernel/ids.ts";
import { claimKinds } from "../../schedule/report-shape.ts";
import { reportSchema } from "./reports.ts";

/* Claims that a browser's own language model drafts on the interviewee's device. The server checks them
   like any others. */

/** Any further claims are dropped without a check. */
export const draftedClaims = 40;

const params = z.strictObject({ bookingId: idSchema });
const words = (max: number) => z.string().max(max, `At most ${max} characters.`);

export const prepareDeviceDraft = endpoint({
  method: "GET",
  path: "/api/user/reports/:bookingId/device-draft",
  access: "interviewee",
  limit: "device-draft-by-user",
  summary: "The input for a browser's own language model to draft points on my measured report",
  params,
  output: z.object({
    instructions: z.string(),
    /** Precedes the lines in each request. */
    opening: z.string(),
    /** The record's items in order, each as JSON text. A request contains as many as fit. */
    lines: z.array(z.string()),
    /** JSON schema of the answer. */
    schema: z.record(z.string(), z.unknown()),
  }),
});

const draftedClaim = z.strictObject({
  area: words(60),
  kind: z.enum(claimKinds, "Say strength, improvement or observation."),
  text: words(2_000),
  evidence: z
    .array(z.strictObject({ item: words(60), quote: words(2_000) }))
    .max(20, "At most 20 quotes for a point."),
  exerciseTitle: words(1_000).default(""),
  exercise: words(2_000).default(""),
});
export type DraftedClaim = z.output<typeof draftedClaim>;

export const saveDeviceDraft = endpoint({
  method: "POST",
  path: "/api/user/reports/:bookingId/device-draft",
  access: "interviewee",
  limit: "device-draft-by-user",
  summary:
    "Add points drafted on my device to my measured report; points without support in the record are dropped",
  params,
  body: z.strictObject({
    /** The browser's name for its model. Readers of the report do not see it. */
    model: z
      .string()
      .regex(/^[A-Za-z0-9 ._-]{1,40}$/, "Name the model in 1 to 40 letters, digits, spaces, dots, _ and -."),
    claims: z.array(draftedClaim).max(draftedClaims, `At most ${draftedClaims} points.`),
  }),
  output: reportSchema,
});
