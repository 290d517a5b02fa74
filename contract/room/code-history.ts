import { z } from "zod";

/* The changes of a code pad's text over an interview. Offsets and lengths count UTF-16 code units, as
   JavaScript strings do. */

/** A full text, or a replacement in the previous text. */
export const codeChangeSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ from: z.int().min(0), deleteCount: z.int().min(0), insert: z.string() }),
]);
export type CodeChange = z.infer<typeof codeChangeSchema>;

/** The text after a change. */
export function applyCodeChange(before: string, change: CodeChange): string {
  if ("text" in change) return change.text;
  return before.slice(0, change.from) + change.insert + before.slice(change.from + change.deleteCount);
}

/**
 * The text after the change at `index`. Starts from the nearest full text, so it does not need every earlier
 * change.
 */
export function rebuildCode(changes: readonly CodeChange[], index: number): string {
  let first = Math.min(index, changes.length - 1);
  while (first > 0 && !("text" in (changes[first] as CodeChange))) first -= 1;
  return changes.slice(Math.max(0, first), index + 1).reduce(applyCodeChange, "");
}
