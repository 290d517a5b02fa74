import type { Measured } from "@greenroom/contract/reports/report-shape.ts";

/* Measured values as parts of sentences. */

/** How this compares with the latest earlier interviews, in brackets; empty without any. */
export function compare(
  earlier: readonly Measured[],
  read: (measured: Measured) => number | null,
  show: (value: number) => string,
): string {
  const values = earlier.flatMap((measured) => read(measured) ?? []).slice(0, 3);
  const [latest, ...before] = values.map(show);
  if (latest === undefined) return "";
  if (before.length === 0) return ` (earlier ${latest})`;
  if (before.length === 1) return ` (earlier ${latest}, before that ${before[0]})`;
  return ` (earlier ${latest}, ${before.slice(0, -1).join(", ")} and ${before.at(-1)}, newest first)`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `6 min 10 s` */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 ? `${minutes} min` : "", rest > 0 || minutes === 0 ? `${rest} s` : ""]
    .filter((part) => part !== "")
    .join(" ");
}

export function secondsAfter(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** `27:05` */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
