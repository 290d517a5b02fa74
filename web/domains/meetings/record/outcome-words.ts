import type { RunResult } from "@greenroom/contract/code-runs.ts";

/** How a run ended, to go on a sentence. */
export function outcomeWords({ outcome, durationMs }: Pick<RunResult, "outcome" | "durationMs">): string {
  const took = durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  switch (outcome) {
    case "finished":
      return `finished in ${took}`;
    case "failed":
      return `ended with an error after ${took}`;
    case "stopped":
      return `stopped after ${took}`;
    case "timed_out":
      return `out of time after ${took}`;
    case "out_of_memory":
      return `out of memory after ${took}`;
  }
}
