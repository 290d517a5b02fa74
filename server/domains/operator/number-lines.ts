import type { Preview } from "@greenroom/contract/operator/actions.ts";

/** Numbers the lines of a preview that is about several rows, because two of them may have the same label. */
export function numberLines(lines: Preview["lines"]): Preview["lines"] {
  if (lines.length < 2) return lines;
  return lines.map(({ label, text }, index) => ({ label: `${index + 1}. ${label}`, text }));
}
