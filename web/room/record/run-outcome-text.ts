import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";

/** How a run ended, as the end of a sentence. */
export function runOutcomeText({
  outcome,
  durationMs,
}: Pick<PadRunResult, "outcome" | "durationMs">): string {
  const duration = durationMs < 1000 ? `${durationMs}\u00A0ms` : `${(durationMs / 1000).toFixed(1)}\u00A0s`;
  switch (outcome) {
    case "finished":
      return `finished in ${duration}`;
    case "failed":
      return `ended with an error after ${duration}`;
    case "stopped":
      return `stopped after ${duration}`;
    case "timed_out":
      return `out of time after ${duration}`;
    case "out_of_memory":
      return `out of memory after ${duration}`;
  }
}
