import {
  javascriptMemoryBytes,
  pythonMemoryBytes,
  runMilliseconds,
} from "@greenroom/contract/code-run-limits.ts";
import { type RunnableLanguage, type RunResult, runnableLanguages } from "@greenroom/contract/code-runs.ts";
import type { CueStatus } from "../../../ui/cue-light.tsx";

export const languageNames: Record<RunnableLanguage, string> = { python: "Python", javascript: "JavaScript" };

const memoryBytes: Record<RunnableLanguage, number> = {
  python: pythonMemoryBytes,
  javascript: javascriptMemoryBytes,
};

export function isRunnable(language: string): language is RunnableLanguage {
  return (runnableLanguages as readonly string[]).includes(language);
}

/** "38 ms", "1.2 s". */
export function durationWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** How a run ended, in a sentence; `by` is the other one's name, null for a run of one's own. */
export function resultWords(
  { language, outcome, durationMs }: RunResult,
  by: string | null,
): { status: CueStatus; words: string } {
  // A run of one's own from before a reload stands in the midst of a sentence.
  const runner = by === "You" ? "you" : by;
  const who = runner === null ? "" : `Run by ${runner}. `;
  const memory = `${memoryBytes[language] / 2 ** 20} MB`;
  switch (outcome) {
    case "finished":
      return {
        status: "ready",
        words: `${runner === null ? "Ran in this page" : `Run by ${runner}`} · ${durationWords(durationMs)}`,
      };
    case "failed":
      return { status: "bad", words: `${who}Ended with an error after ${durationWords(durationMs)}.` };
    case "stopped":
      return { status: "off", words: `${who}Stopped by hand after ${durationWords(durationMs)}.` };
    case "timed_out":
      return {
        status: "bad",
        words: `${who}Stopped after ${runMilliseconds / 1000} seconds, the longest that code may run here.`,
      };
    case "out_of_memory":
      return { status: "bad", words: `${who}Stopped: it needed more than ${memory} of memory.` };
  }
}
