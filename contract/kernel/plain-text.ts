/* Text as pages send it when nobody typed it character by character. Separate from `text.ts`, because this does not need
   zod. */

/**
 * Pasted text with the characters replaced that `requiredText` refuses: control characters, with which some programs
 * mark a line break, by a space, and half characters by the sign for them.
 */
export function cleanText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it replaces
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, " ")
      .replace(/\p{Surrogate}/gu, "\ufffd")
  );
}

/**
 * Like `cleanText`, for a line: also without the line breaks, tabs and marks of the text's direction that `optionalLine`
 * refuses.
 */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\t\n\r]/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

const openingMarks = /^[\s<([{"“‘]+/u;
const closingMarks = /[\s>)\]}"”’.,;:]+$/u;

/** Longer text is nothing that these functions clean; its field refuses it. */
const maxCleanedLength = 1_000;

/** Pasted text without the characters that nobody sees, with wide digits and letters made narrow. */
const visible = (text: string) => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

/** A pasted email address without what programs put around it: `Asha Rao <asha@example.com>`, `mailto:`, a full stop. */
export function cleanEmail(text: string): string {
  if (text.length > maxCleanedLength) return text;
  const seen = visible(text);
  return (/<([^<>]+)>/.exec(seen)?.[1] ?? seen)
    .replace(openingMarks, "")
    .replace(closingMarks, "")
    .replace(/^mailto:/i, "")
    .replace(/\s*([@.])\s*/g, "$1");
}

/** The digits of Indian scripts as 0 to 9. In Unicode each script has its own 128 code points, in the same order. */
export const plainDigits = (text: string) =>
  visible(text).replace(/(?=[\u0966-\u0d6f])\p{Nd}/gu, (digit) => `${(digit.charCodeAt(0) - 0x966) % 128}`);

/** A pasted phone number with spaces where others write dots or other brackets, and plain hyphens and digits. */
export function cleanPhoneNumber(text: string): string {
  if (text.length > maxCleanedLength) return text;
  return plainDigits(text)
    .replace(/^\s*tel:/i, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[.,;[\]{}<>"·•\s]+/g, " ")
    .replace(/^ ?\((\+\d+)\)/, "$1")
    .trim();
}

/** A pasted code without the spaces, dots, hyphens and brackets in and around it. */
export function cleanDigits(text: string): string {
  if (text.length > maxCleanedLength) return text;
  return plainDigits(text).replace(/[\s\p{Pd}.,:;()[\]{}<>"'“”‘’]/gu, "");
}

/** The same for a coupon, whose own hyphens stay. */
export function cleanCouponCode(text: string): string {
  if (text.length > maxCleanedLength) return text;
  return visible(text)
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\s.,:;()[\]{}<>"'“”‘’]/gu, "");
}

/**
 * The beginning of a text, at most `maxLength` UTF-16 units long. Half of a character at the end (a lone surrogate) is left
 * out, because PostgreSQL's jsonb refuses it, `encodeURIComponent` throws, and people see a box.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
}

/** Marks after which no full stop follows, also in front of a closing quote or bracket. */
const ended = /[.!?…][”"')]?$/;

/** The text as one or more sentences: without spaces around it, with a capital and one full stop, unless another mark ends it. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/\.{2,}$/, ".");
  if (trimmed === "") return "";
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return ended.test(capital) ? capital : `${capital}.`;
}

/** A count with its noun: `1 interview`, `3 interviews`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** First and last name; the last one may be blank. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** Characters that change the direction of the text after them, also that of the sentence around a name. */
export const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;

/** For a line of a longer text, which can have them. */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(new RegExp(bidiControls, "g"), "");
}

/** True for text without a visible character. U+2800 is a braille pattern without dots. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Without white space around it; empty if nothing of it is visible. */
export function trimText(text: string): string {
  return isBlank(text) ? "" : text.trim();
}
