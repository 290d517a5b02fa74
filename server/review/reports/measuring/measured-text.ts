import type { Measured } from "@greenroom/contract/schedule/report-shape.ts";

/* Measured values as parts of sentences. */

/** How this compares with up to three earlier interviews in a row, in brackets; empty without any. */
export function compare(
  earlier: readonly Measured[],
  read: (measured: Measured) => number | null,
  show: (value: number) => string,
): string {
  const values = earlier.map(read);
  const first = values.findIndex((value) => value !== null);
  // Without a value of the interview before, "last time" would be wrong.
  const names = [first === 0 ? "last time" : "earlier", "the time before", "before that"];
  const parts: string[] = [];
  for (const [index, value] of values.slice(Math.max(first, 0)).entries()) {
    const name = names[index];
    if (value === null || name === undefined) break;
    parts.push(`${name} ${show(value)}`);
  }
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Between a number and its unit, which a line must not separate. */
const noBreak = "\u00A0";

/** `6 min 10 s` */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""]
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(" ", noBreak);
}

export function secondsAfter(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** `27:05` */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
