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
