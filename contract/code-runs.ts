import { z } from "zod";

/* A run of the code pad: what it printed, and how it ended. It happens in the page of whoever asked for it; the other one sees its result. */

/** What the pad can run in the page. */
export const runnableLanguages = ["python", "javascript"] as const;
export type RunnableLanguage = (typeof runnableLanguages)[number];

/** Longest running time, in milliseconds. Loading the language does not count. */
export const runMilliseconds = 10_000;
/** Longest output that is shown, kept and passed on; what is longer is cut, and says so in its last line. */
export const runOutputCharacters = 20_000;

export const runOutcomes = ["finished", "failed", "stopped", "timed_out", "out_of_memory"] as const;
/** `failed`: the code ended with an error of its own, which stands in the output. */
export type RunOutcome = (typeof runOutcomes)[number];

export const runResultSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  outcome: z.enum(runOutcomes),
  output: z.string().max(runOutputCharacters),
  /** Running alone, in whole milliseconds. The last moment before the limit is late on a slow machine. */
  durationMs: z
    .int()
    .min(0)
    .max(10 * runMilliseconds),
});
export type RunResult = z.infer<typeof runResultSchema>;
