import { z } from "zod";
import { endpoint, messageSchema } from "../kernel/endpoint.ts";
import * as text from "../kernel/text.ts";
import { reasonSchema } from "./actions.ts";

export const siteTextKeys = [
  "claims",
  "advice",
  "notice",
  "questions",
  "mail-signature",
  "practice-model",
] as const;
export type SiteTextKey = (typeof siteTextKeys)[number];

/** Pages are filled from texts in these brackets (contract/site/page-text.ts), so no text may contain one. */
function refuseBrackets<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((value) => !/[⟦⟧]/.test(value), "The brackets ⟦ and ⟧ cannot be used.");
}
const requiredLine = (options: Parameters<typeof text.requiredLine>[0]) =>
  refuseBrackets(text.requiredLine(options));
const requiredText = (options: Parameters<typeof text.requiredText>[0]) =>
  refuseBrackets(text.requiredText(options));
const optionalText = (options: Parameters<typeof text.optionalText>[0]) =>
  refuseBrackets(text.optionalText(options));

/** The schema of each text's value. All texts are plain: nothing is interpreted as HTML or Markdown. */
export const siteTextSchemas = {
  /** Two highlights of the landing page. The third is counted. */
  claims: z.object({
    averageRating: z
      .number({ error: "Enter a number from 1 to 5." })
      .min(1, "Enter a number from 1 to 5.")
      .max(5, "Enter a number from 1 to 5."),
    insights: requiredLine({ label: "Insights", max: 60 }),
  }),
  /** The advice about phones at the top of every page. */
  advice: z.object({ isShown: z.boolean() }),
  /** A notice at the top of every page, such as one about maintenance. */
  notice: z.object({ text: requiredLine({ label: "Notice", max: 200 }) }),
  /** Questions on the contact page besides the built-in ones. */
  questions: z.object({
    items: z
      .array(
        z.object({
          question: requiredLine({ label: "Question", max: 200 }),
          answer: requiredText({ label: "Answer", max: 2000 }),
        }),
      )
      .max(20, "At most 20 questions."),
  }),
  /** Lines at the end of every mail. */
  "mail-signature": z.object({ text: optionalText({ label: "Signature", max: 500 }) }),
  /** The switch for the language model in practice. */
  "practice-model": z.object({ isOn: z.boolean() }),
} as const;

type Schemas = typeof siteTextSchemas;
export type SiteTextValues = { [Key in SiteTextKey]: z.infer<Schemas[Key]> };

export const siteTextSchema = z.object({
  key: z.enum(siteTextKeys),
  /** The value that the site shows now. */
  value: z.unknown(),
  /** The site shows the default from the settings. */
  isDefault: z.boolean(),
  /** 0 before the first edit. */
  version: z.number().int(),
});

export const listSiteTexts = endpoint("GET /api/operator/words", {
  confirmation: null,
  access: "operator",
  summary: "Every text of the site that can be edited, as it is now",
  output: z.array(siteTextSchema),
});

const keyParams = z.object({ key: z.enum(siteTextKeys) });

export const siteTextVersionSchema = z.object({
  version: z.number().int(),
  /** Null restores the default. */
  value: z.unknown(),
  reason: z.string(),
  editedBy: z.string(),
  editedAt: z.iso.datetime(),
});

export const listSiteTextVersions = endpoint("GET /api/operator/words/:key/versions", {
  confirmation: null,
  access: "operator",
  summary: "The newest 50 versions of a text",
  params: keyParams,
  output: z.array(siteTextVersionSchema),
});

export const editSiteText = endpoint("PUT /api/operator/words/:key", {
  access: "owner",
  limit: "desk-action-by-user",
  confirmation: "acting",
  summary: "Change a text of the site. Every server shows it within seconds",
  params: keyParams,
  body: z.strictObject({
    /** The value in the form of the text's schema; null restores the default. A body without it is a mistake. */
    value: z
      .unknown()
      .refine(
        (value) => value !== undefined,
        "Value is required: the new text, or null to restore the default.",
      ),
    /** The version that the operator edited. */
    version: z.number().int().min(0),
    reason: reasonSchema,
  }),
  output: messageSchema,
});
