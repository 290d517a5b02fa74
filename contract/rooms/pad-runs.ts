import { z } from "zod";
import { maxRunMilliseconds, runOutputCharacters } from "./pad-run-limits.ts";

export { runOutputCharacters } from "./pad-run-limits.ts";

/* A run of the code pad: its output, and how it ended. It runs in the page of the participant who started
   it; the other one sees the result. */

/** The languages that run in the page. */
export const runnableLanguages = ["python", "javascript", "sql"] as const;
export type RunnableLanguage = (typeof runnableLanguages)[number];

export const runOutcomes = ["finished", "failed", "stopped", "timed_out", "out_of_memory"] as const;
/** `failed`: the code ended with its own error, which the output shows. */
export type RunOutcome = (typeof runOutcomes)[number];

export const padRunResultSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  outcome: z.enum(runOutcomes),
  output: z.string().max(runOutputCharacters),
  /** Running time only, in whole milliseconds. */
  durationMs: z.int().min(0).max(maxRunMilliseconds),
});
export type PadRunResult = z.infer<typeof padRunResultSchema>;
