import { z } from "zod";
import { runMilliseconds, runOutputCharacters } from "./code-run-limits.ts";

export { runOutputCharacters } from "./code-run-limits.ts";

/* A run of the code pad: what it printed, and how it ended. It happens in the page of whoever asked for it; the other one sees its result. */

/** What the pad can run in the page. */
export const runnableLanguages = ["python", "javascript"] as const;
export type RunnableLanguage = (typeof runnableLanguages)[number];

export const runOutcomes = ["finished", "failed", "stopped", "timed_out", "out_of_memory"] as const;
/** `failed`: the code ended with an error of its own, which stands in the output. */
export type RunOutcome = (typeof runOutcomes)[number];

export const runResultSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  outcome: z.enum(runOutcomes),
  output: z.string().max(runOutputCharacters),
  /** Running alone, in whole milliseconds. */
  durationMs: z.int().min(0).max(runMilliseconds),
});
export type RunResult = z.infer<typeof runResultSchema>;
