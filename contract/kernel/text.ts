import { z } from "zod";
import { bidiControls, trimText } from "./plain-text.ts";

/** What no typed text has: a control character or half a character (a lone surrogate). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it finds
const unusable = /[\0-\x1f\x7f\p{Surrogate}]/u;

/** True for a line without control characters, halves of characters and bidi controls. */
const isUsableLine = (value: string) => !bidiControls.test(value) && !unusable.test(value);

/** The same for text of several lines, which can have bidi controls, tabs and line breaks. */
export const isUsableText = (value: string) => !unusable.test(value.replaceAll(/[\t\n\r]/g, " "));

interface TextOptions {
  /** The name of the field in a sentence: "First name". */
  label: string;
  max: number;
}

const requiredString = ({ label }: TextOptions) =>
  z
    .string({ error: `${label} is required.` })
    .overwrite(trimText)
    .min(1, `${label} is required.`);
const optionalString = ({ label }: TextOptions) =>
  z.string({ error: `${label} must be text.` }).overwrite(trimText);

/** At most `max` characters, without unusable ones (PostgreSQL refuses NUL and lone surrogates, mail headers CR and LF). */
const limited = (text: z.ZodString, { label, max }: TextOptions, isUsable: (value: string) => boolean) =>
  text
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine(isUsable, `${label} has a character that cannot be used.`);

/** A required line of text, trimmed. */
export const requiredLine = (options: TextOptions) => limited(requiredString(options), options, isUsableLine);
/** An optional line, where blank means absent. */
export const optionalLine = (options: TextOptions) => limited(optionalString(options), options, isUsableLine);
/** Required text of several lines. */
export const requiredText = (options: TextOptions) => limited(requiredString(options), options, isUsableText);
/** Optional text of several lines. */
export const optionalText = (options: TextOptions) => limited(optionalString(options), options, isUsableText);

/** Code as it was typed, possibly blank. Only NUL and lone surrogates are refused, because PostgreSQL refuses them. */
export function codeText({ label, max }: TextOptions) {
  return z
    .string({ error: `${label} must be text.` })
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine((value) => !/\p{Surrogate}|\0/u.test(value), `${label} has a character that cannot be used.`);
}
