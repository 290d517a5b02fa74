import type { Preview } from "@greenroom/contract/operator/actions.ts";

/** Numbers the lines of a preview of several rows, because two lines may have the same label. */
export function numberLines(lines: Preview["lines"]): Preview["lines"] {
  if (lines.length < 2) return lines;
  return lines.map(({ label, text }, index) => ({ label: `${index + 1}. ${label}`, text }));
}
