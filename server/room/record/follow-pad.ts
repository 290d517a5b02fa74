import { applyCodeChange, type CodeChange } from "@greenroom/contract/room/code-pad.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    followPad: typeof followPad;
  }
}

export interface PadHistory {
  /** Oldest first. `isWanted`: the version at this snapshot is needed. */
  snapshots: readonly { change: CodeChange; editedBy: readonly Party[]; isWanted: boolean }[];
  /** The pad's text at the end; null if it is unknown. */
  finalText: string | null;
}

export interface PadVersion {
  /** Without the lines of a very long text that nobody follows. */
  text: string;
  /** The numbers of its lines that the interviewee did not write alone. */
  otherLines: number[];
}

export interface FollowedPad {
  /** Of the wanted snapshots, in their order. */
  versions: PadVersion[];
  /** The text at the end, if no snapshot has it; else null. */
  unseenText: string | null;
}

/** Rebuilds a pad's texts and finds who wrote their lines. Runs in a worker process, because a long history takes long. */
export function followPad({ snapshots, finalText }: PadHistory): FollowedPad {
  const authors = codeAuthors();
  const versions: PadVersion[] = [];
  let text = "";
  for (const { change, editedBy, isWanted } of snapshots) {
    text = applyCodeChange(text, change);
    // Also of a snapshot that a report leaves out: its lines stand in the next one.
    authors.add(text, editedBy);
    if (isWanted) versions.push({ text: followedPart(text), otherLines: authors.otherLines() });
  }
  return {
    versions,
    unseenText: finalText === null || finalText === text ? null : followedPart(finalText),
  };
}

/*
 * Finds the author of each line of a shared pad. A snapshot of the history has the whole text and the people who edited
 * since the snapshot before it, so only the lines that it adds are theirs.
 */

/** The author of a line: one party; `shared` if both edited it, or if nothing shows which one did. */
type Author = Party | "shared";

interface Line {
  /** With its indentation. */
  whole: string;
  text: string;
  author: Author;
}

/** Later lines of a very long text are nobody's, and no report gets them. */
const followedLines = 2_000;
/**
 * How many pairs of a new and a replaced line are compared in a snapshot, and in the whole history. In a larger change, a
 * line is compared only with the replaced lines near its place, so that hostile edits take a bounded time.
 */
const comparedPairs = 10_000;
const comparedPairsInAll = 300_000;
/** How many texts of each author are remembered. Nobody can use up another author's part. */
const rememberedTexts = 10_000;
/** A shorter line is part of so many others that they need not be changes of it. */
const leastWhole = 4;

interface CodeAuthors {
  /** Takes in the next snapshot: its text, and who edited since the one before. */
  add(text: string, editedBy: readonly Party[]): void;
  /** The numbers of the followed lines, from 0, that the interviewee did not write alone. */
  otherLines(): number[];
}

/** The lines of a text whose authors are followed. */
export function followedPart(text: string): string {
  let end = -1;
  for (let line = 0; line < followedLines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** Follows the authors of a pad's lines over its snapshots, oldest first. */
export function codeAuthors(): CodeAuthors {
  let text = "";
  let lines: readonly Line[] = [];
  /** The first author of each text, so that a line that is cut and pasted keeps its author. */
  const firstAuthors = new Map<string, Author>();
  const leftTexts = new Map<Author, number>();
  const remember = (line: string, author: Author) => {
    const left = leftTexts.get(author) ?? rememberedTexts;
    if (left === 0) return;
    leftTexts.set(author, left - 1);
    firstAuthors.set(line, author);
  };
  let leftPairs = comparedPairsInAll;
  return {
    add(nextText, editedBy) {
      if (nextText === text && lines.length > 0) return;
      const editor: Author = editedBy.length === 1 && editedBy[0] !== undefined ? editedBy[0] : "shared";
      const next = nextText.split("\n", followedLines);
      const { start, end } = sameEnds(lines, next);
      const before = lines.slice(start, lines.length - end);
      const changed = next.slice(start, next.length - end).map((line) => line.trim());
      const { known, left } = matchLines(before, changed);
      const replaced = left.filter((index) => before[index]?.author !== editor);
      const most = Math.max(1, Math.floor(Math.min(comparedPairs, leftPairs) / Math.max(1, changed.length)));
      const written = changed.map((line, index): Line => {
        const whole = next[start + index] ?? line;
        const author = known[index] ?? firstAuthors.get(line);
        if (author !== undefined) return { whole, text: line, author };
        // A changed character does not make another person's line the editor's own.
        const place = (index / changed.length) * before.length;
        const first = firstNear(replaced, place, most);
        const last = Math.min(first + most, replaced.length);
        leftPairs -= last - first;
        let own = editor;
        for (let other = first; other < last && own === editor; other += 1)
          if (isChangeOf(before[replaced[other] ?? 0]?.text ?? "", line)) own = "shared";
        if (isDistinctive(line)) remember(line, own);
        return { whole, text: line, author: own };
      });
      lines = [...lines.slice(0, start), ...written, ...lines.slice(lines.length - end)];
      text = nextText;
    },
    otherLines: () => lines.flatMap(({ author }, index) => (author === "interviewee" ? [] : index)),
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

/** The authors of the lines that were there before, equal lines in their order, and the numbers of those that are gone. */
function matchLines(
  before: readonly Line[],
  next: readonly string[],
): { known: (Author | undefined)[]; left: number[] } {
  const byText = new Map<string, number[]>();
  for (const [index, { text }] of before.entries()) {
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [index]);
    else same.push(index);
  }
  const isMatched = new Uint8Array(before.length);
  const seen = new Map<string, number>();
  const known = next.map((text) => {
    const same = byText.get(text);
    if (same === undefined) return undefined;
    const count = seen.get(text) ?? 0;
    const index = same[count];
    if (index === undefined) return undefined;
    seen.set(text, count + 1);
    isMatched[index] = 1;
    return before[index]?.author;
  });
  const left: number[] = [];
  for (let index = 0; index < before.length; index += 1) if (isMatched[index] === 0) left.push(index);
  return { known, left };
}

/** Where the replaced lines around this place begin, at most so many. Half are before it, if there are as many. */
function firstNear(replaced: readonly number[], place: number, most: number): number {
  let start = 0;
  let end = Math.max(0, replaced.length - most);
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((replaced[middle + (most >> 1)] ?? Number.POSITIVE_INFINITY) < place) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** Several people write a bracket or `return x`; only a longer line tells who wrote it. */
function isDistinctive(line: string): boolean {
  return line.length >= 12;
}

/** True if half of the line before is still there from its ends, or all of a short one. */
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
