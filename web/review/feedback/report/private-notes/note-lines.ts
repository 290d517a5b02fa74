/** Longer notes end in one long line, so that nothing of them is lost. */
const mostLines = 60;

/** A small letter after a full stop goes on with the sentence, as in "e.g. the cost". */
const sentence = /.+?(?:[.!?…।]+(?=\s+[^\s\p{Ll}])|$)/gu;
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/** Notes in lines to take over one by one: a sentence each, without the bullet of a list. */
export function noteLines(notes: string): string[] {
  const lines = notes
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.replace(bullet, "").match(sentence) ?? [])
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(" ")];
}
