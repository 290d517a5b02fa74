import type { Party } from "@greenroom/contract/bookings.ts";

/*
 * Who wrote which line of a shared pad. A snapshot of the history has the whole text and the people who edited since the
 * snapshot before it, so only the lines that it adds are theirs.
 */

/** Who wrote a line: one party, or both, or nobody who can be told. */
type Author = Party | "shared";

interface Line {
  /** With its indentation. */
  whole: string;
  text: string;
  author: Author;
}

/** Later lines of a very long text are nobody's. */
const followedLines = 2_000;
/**
 * How many pairs of a new and a replaced line are compared in a snapshot. In a larger change, a line is compared only with
 * the replaced lines near its place, because this runs between other requests.
 */
const comparedPairs = 10_000;
/** A shorter line is part of so many others that they need not be changes of it. */
const leastWhole = 4;

interface CodeAuthors {
  /** Takes in the next snapshot: its text, and who edited since the one before. */
  add(text: string, editedBy: readonly Party[]): void;
  /** The numbers of the lines, from 0, that the interviewee did not write alone. */
  otherLines(): number[];
}

/** Follows the authors of a pad's lines over its snapshots, oldest first. */
export function codeAuthors(): CodeAuthors {
  let text = "";
  let lines: readonly Line[] = [];
  /** The first author of each text, so that a line that is cut and pasted keeps its author. */
  const firstAuthors = new Map<string, Author>();
  return {
    add(nextText, editedBy) {
      if (nextText === text && lines.length > 0) return;
      const editor: Author = editedBy.length === 1 && editedBy[0] !== undefined ? editedBy[0] : "shared";
      const next = nextText.split("\n", followedLines);
      const { start, end } = sameEnds(lines, next);
      const before = lines.slice(start, lines.length - end);
      const changed = next.slice(start, next.length - end).map((line) => line.trim());
      const { known, left } = matchLines(before, changed);
      const replaced = left.filter(({ author }) => author !== editor);
      const written = changed.map((line, index): Line => {
        const whole = next[start + index] ?? line;
        const author = known[index] ?? firstAuthors.get(line);
        if (author !== undefined) return { whole, text: line, author };
        // A changed character does not make another person's line the editor's own.
        const others = near(replaced, index / changed.length, changed.length);
        const own = others.some((old) => isChangeOf(old.text, line)) ? "shared" : editor;
        if (isDistinctive(line)) firstAuthors.set(line, own);
        return { whole, text: line, author: own };
      });
      lines = [...lines.slice(0, start), ...written, ...lines.slice(lines.length - end)];
      text = nextText;
    },
    otherLines: () =>
      Array.from({ length: text.split("\n").length }, (_, index) => index).filter(
        (index) => lines[index]?.author !== "interviewee",
      ),
  };
}

/** How many lines at the two ends are as before. */
function sameEnds(before: readonly Line[], next: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(before.length, next.length);
  let start = 0;
  while (start < shorter && before[start]?.whole === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end]?.whole === next[next.length - 1 - end])
    end += 1;
  return { start, end };
}

interface PlacedLine extends Line {
  /** In the changed part of the text, from 0 to 1. */
  place: number;
}

/** The authors of the lines that were there before, equal lines in their order, and the lines that are gone. */
function matchLines(
  before: readonly Line[],
  next: readonly string[],
): { known: (Author | undefined)[]; left: PlacedLine[] } {
  const byText = new Map<string, PlacedLine[]>();
  for (const [index, line] of before.entries()) {
    const placed = { ...line, place: index / before.length };
    const same = byText.get(line.text);
    if (same === undefined) byText.set(line.text, [placed]);
    else same.push(placed);
  }
  const known = next.map((line) => byText.get(line)?.shift()?.author);
  return { known, left: [...byText.values()].flat().sort((a, b) => a.place - b.place) };
}

/** The replaced lines around this place, as many as each of the new lines may be compared with. */
function near(replaced: readonly PlacedLine[], place: number, newLines: number): readonly PlacedLine[] {
  const most = Math.max(1, Math.floor(comparedPairs / newLines));
  if (replaced.length <= most) return replaced;
  // Half of them are before this place, if there are as many.
  let start = 0;
  let end = replaced.length - most;
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((replaced[middle + (most >> 1)]?.place ?? 1) < place) start = middle + 1;
    else end = middle;
  }
  return replaced.slice(start, start + most);
}

/** Several people write a bracket or `return x`; only a longer line tells who wrote it. */
function isDistinctive(line: string): boolean {
  return line.length >= 12;
}

/**
 * True if enough of the line before, from its two ends, is still there: half of it, whatever was appended, or all of a
 * short one.
 */
function isChangeOf(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const kept = start + end;
  if (kept === before.length && kept >= leastWhole) return true;
  const whole = isDistinctive(before) ? before.length : Math.max(before.length, after.length);
  return kept > 0 && kept * 2 >= whole;
}
