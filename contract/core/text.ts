import { z } from "zod";

/**
 * True when `value` contains a control character that no typed text has (tab and newline are fine when
 * `multiline`).
 */
function hasControlCharacter(value: string, multiline: boolean): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (multiline && (code === 9 || code === 10 || code === 13)) continue;
    if (code < 32 || code === 127) return true;
  }
  return false;
}

interface TextOptions {
  /** The name of the field in a sentence: "First name". */
  label: string;
  max: number;
}

/**
 * A required line of text: trimmed, 1 to `max` characters, without control characters (PostgreSQL refuses
 * NUL, mail headers CR and LF).
 */
export function requiredLine({ label, max }: TextOptions) {
  return z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine((value) => !hasControlCharacter(value, false), `${label} has a character that cannot be used.`);
}

/** An optional line: like `requiredLine`, but blank means absent. */
export function optionalLine({ label, max }: TextOptions) {
  return z
    .string({ error: `${label} must be text.` })
    .trim()
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine((value) => !hasControlCharacter(value, false), `${label} has a character that cannot be used.`);
}

/** Required text of several lines. */
export function requiredText({ label, max }: TextOptions) {
  return z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine((value) => !hasControlCharacter(value, true), `${label} has a character that cannot be used.`);
}

/** Optional text of several lines. */
export function optionalText({ label, max }: TextOptions) {
  return z
    .string({ error: `${label} must be text.` })
    .trim()
    .max(max, `${label} can be at most ${max} characters long.`)
    .refine((value) => !hasControlCharacter(value, true), `${label} has a character that cannot be used.`);
}
