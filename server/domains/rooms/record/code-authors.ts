import type { Party } from "@greenroom/contract/bookings.ts";

/*
 * Who wrote which line of a shared pad. A snapshot of the history has the whole text and the people who edited since the
 * snapshot before it, so only the lines that it adds are theirs.
 */

/** Who wrote a line: one party, or both, or nobody who can be told. */
type Author = Party | "shared";

/** Later lines of a very long text are nobody's. */
const followedLines = 2_000;
/** If more lines are replaced at once, the new ones are not compared with them, and count as shared. */
const comparedLines = 200;

interface CodeAuthors {
  /** Takes in the next snapshot: its text, and who edited since the one before. */
  add(text: string, editedBy: readonly Party[]): void;
  /** The numbers of the lines, from 0, that the interviewee did not write alone. */
  otherLines(): number[];
}

/** Follows the authors of a pad's lines over its snapshots, oldest first. */
export function codeAuthors(): CodeAuthors {
  let lines: { text: string; author: Author }[] = [];
  let count = 0;
  /** The first author of each text, so that a line that is cut and pasted keeps its author. */
  const firstAuthors = new Map<string, Author>();
  return {
    add(text, editedBy) {
      const editor: Author = editedBy.length === 1 && editedBy[0] !== undefined ? editedBy[0] : "shared";
      const before = new Map<string, Author[]>();
      for (const { text: line, author } of lines) {
        const authors = before.get(line);
        if (authors === undefined) before.set(line, [author]);
        else authors.push(author);
      }
      const next = text.split("\n", followedLines).map((raw) => {
        const line = raw.trim();
        return { text: line, author: before.get(line)?.pop() ?? firstAuthors.get(line) ?? null };
      });
      const replaced = [...before].flatMap(([line, authors]) =>
        authors.some((author) => author !== editor) ? [line] : [],
      );
      lines = next.map(({ text: line, author: known }) => {
        if (known !== null) return { text: line, author: known };
        // A changed character does not make another person's line the editor's own.
        const isShared = replaced.length > comparedLines || replaced.some((old) => isChangeOf(old, line));
        const author = isShared ? "shared" : editor;
        if (isDistinctive(line)) firstAuthors.set(line, author);
        return { text: line, author };
      });
      count = text.split("\n").length;
    },
    otherLines: () =>
      Array.from({ length: count }, (_, index) => index).filter(
        (index) => lines[index]?.author !== "interviewee",
      ),
  };
}

/** Several people write a bracket or `return x`; only a longer line tells who wrote it. */
function isDistinctive(line: string): boolean {
  return line.length >= 12;
}

/** True if at least half of the longer line, from its two ends, is as it was before. */
function isChangeOf(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return shorter > 0 && (start + end) * 2 >= Math.max(before.length, after.length);
}
