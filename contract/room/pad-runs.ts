import { z } from "zod";
import {
  maxFigureAltCharacters,
  maxFigureBytes,
  maxRunFigures,
  maxRunMilliseconds,
  runOutputCharacters,
} from "./pad-run-limits.ts";
import { isSmallPng } from "./small-png.ts";

export { runOutputCharacters } from "./pad-run-limits.ts";

/* A run of the code pad: its output, and how it ended. It runs in the page of the participant who started
   it; the other one sees the result. */

/** The languages that run in the page. */
export const runnableLanguages = ["python", "javascript", "sql"] as const;
export type RunnableLanguage = (typeof runnableLanguages)[number];

export const runOutcomes = ["finished", "failed", "stopped", "timed_out", "out_of_memory"] as const;
/** `failed`: the code ended with its own error, which the output shows. */
export type RunOutcome = (typeof runOutcomes)[number];

const runFigureSchema = z.strictObject({
  /** A PNG file in base64. */
  png: z
    .base64()
    .max(Math.ceil(maxFigureBytes / 3) * 4)
    .refine(isSmallPng, "This is not a PNG picture of an allowed size."),
  /** The figure's number, title and axes, for people who do not see it. */
  alt: z
    .string()
    .max(maxFigureAltCharacters)
    // PostgreSQL refuses both in JSON.
    .refine((text) => !/\p{Surrogate}|\0/u.test(text), "This text has half a character or a NUL."),
});
/** A figure that the code drew. */
export type RunFigure = z.infer<typeof runFigureSchema>;

export const padRunResultSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  outcome: z.enum(runOutcomes),
  output: z.string().max(runOutputCharacters),
  /** Left out when the code drew none. */
  figures: z.array(runFigureSchema).max(maxRunFigures).optional(),
  /** Running time only, in whole milliseconds. */
  durationMs: z.int().min(0).max(maxRunMilliseconds),
});
export type PadRunResult = z.infer<typeof padRunResultSchema>;

/** `starting`: the language is being loaded or started, and the code itself does not run yet. */
export const runInProgressSchema = z.strictObject({
  language: z.enum(runnableLanguages),
  phase: z.enum(["starting", "running"]),
});
export type RunInProgress = z.infer<typeof runInProgressSchema>;

/** How often a page repeats that its run is in progress. */
export const runningRepeatMilliseconds = 10_000;
/** Without a repetition for this long, the run no longer counts as in progress: its page may be gone. */
export const runningExpiryMilliseconds = 25_000;
/** The other page shows one run in progress for at most this long. */
export const maxRunningMilliseconds = 300_000;
