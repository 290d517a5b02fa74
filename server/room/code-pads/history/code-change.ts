import type { CodeChange } from "@greenroom/contract/room/code-history.ts";

/** The difference between two texts as one splice that covers everything that differs. */
export function changeBetween(before: string, after: string): Exclude<CodeChange, { text: string }> {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  // Half of a surrogate pair cannot be stored in a database.
  if (from > 0 && isHighSurrogate(before.charCodeAt(from - 1))) from -= 1;
  let same = 0;
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same += 1;
  }
  if (same > 0 && isLowSurrogate(before.charCodeAt(before.length - same))) same -= 1;
  return {
    from,
    deleteCount: before.length - same - from,
    insert: after.slice(from, after.length - same),
  };
}

/**
 * Replaces NUL and halves of surrogate pairs, which PostgreSQL's text refuses. The length and all offsets stay the
 * same.
 */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
