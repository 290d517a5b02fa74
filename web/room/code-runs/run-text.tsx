import {
  type PadLanguage,
  type PadRunResult,
  type RunFigure,
  type RunInProgress,
  type RunnableLanguage,
  type RunOutcome,
  runnableLanguages,
} from "@greenroom/contract/room/code-pad.ts";
import {
  maxJavascriptMemoryBytes,
  maxPythonMemoryBytes,
  maxRunMilliseconds,
  maxSqlMemoryBytes,
} from "@greenroom/contract/room/pad-run-limits.ts";
import type { LightStatus } from "../../ui/status.tsx";
import type { RunnerState } from "./code-runner.ts";

export const padLanguageNames: Record<PadLanguage, string> = {
  python: "Python",
  sql: "SQL",
  javascript: "JavaScript",
  text: "Plain text",
};

const memoryBytes: Record<RunnableLanguage, number> = {
  python: maxPythonMemoryBytes,
  javascript: maxJavascriptMemoryBytes,
  sql: maxSqlMemoryBytes,
};

export function isRunnable(language: string): language is RunnableLanguage {
  return (runnableLanguages as readonly string[]).includes(language);
}

/** The status line before a run. */
export function idleText(language: string): string {
  if (language === "sql") return "Runs on PostgreSQL in this page. Results are shown to both of you.";
  if (isRunnable(language)) return "Output is shown to both of you.";
  return "Python, JavaScript and SQL run here.";
}

/** A run in progress in the page of another participant. */
export function runningText({ language, phase }: RunInProgress, by: string): string {
  return phase === "running"
    ? `${by} is running the code…`
    : `${by} is running the code: ${padLanguageNames[language]} is starting on their device…`;
}

/** The thing that is being loaded: a language, or the packages that the code imports. */
export function loadingName({ language, what }: Extract<RunnerState, { phase: "loading" }>): string {
  const name = padLanguageNames[language];
  return what === "packages" ? `${name} packages` : name;
}

/** Why a language cannot be used now. Only a failed download is blamed on the connection. */
export function unavailableText(language: RunnableLanguage, cause: "download" | "start"): string {
  const name = padLanguageNames[language];
  return cause === "download"
    ? `${name} could not be loaded. Check your connection, then run again.`
    : `${name} did not start. This device may be slow or low on memory: close other tabs, then run again.`;
}

/** "38 ms", "1.2 s". */
export function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * How a run ended, in a sentence. `by` is the other participant's name, "you" for the user's own run from before a
 * reload, null for one in this page.
 */
export function runResultText(
  { language, outcome, durationMs }: PadRunResult,
  by: string | null,
): { status: LightStatus; text: string } {
  const who = by === null ? "" : `Run by ${by}. `;
  const memory = `${memoryBytes[language] / 2 ** 20} MB`;
  const duration = durationText(durationMs);
  const texts: Record<RunOutcome, [LightStatus, string]> = {
    finished: ["ready", `${by === null ? "Ran in this page" : `Run by ${by}`} · ${duration}`],
    failed: ["bad", `${who}Ended with an error after ${duration}.`],
    stopped: ["off", `${who}Stopped by hand after ${duration}.`],
    timed_out: ["bad", `${who}Stopped: code may run for ${maxRunMilliseconds / 1000} seconds.`],
    out_of_memory: ["bad", `${who}Stopped: it needed more than ${memory} of memory.`],
  };
  const [status, text] = texts[outcome];
  return { status, text };
}

const outcomeTexts: Record<RunOutcome, string> = {
  finished: "finished in",
  failed: "ended with an error after",
  stopped: "stopped after",
  timed_out: "out of time after",
  out_of_memory: "out of memory after",
};

/** How a run ended, as the end of a sentence. */
export function runOutcomeText({
  outcome,
  durationMs,
}: Pick<PadRunResult, "outcome" | "durationMs">): string {
  const duration = durationMs < 1000 ? `${durationMs}\u00A0ms` : `${(durationMs / 1000).toFixed(1)}\u00A0s`;
  return `${outcomeTexts[outcome]} ${duration}`;
}

/** The figures that a run drew, on a white background, because plots are drawn for one. */
export function RunFigures({ figures }: { figures: readonly RunFigure[] }) {
  return figures.map(({ png, alt }, index) => (
    <img
      // biome-ignore lint/suspicious/noArrayIndexKey: figures are only added at the end
      key={index}
      src={`data:image/png;base64,${png}`}
      alt={alt}
      className="mt-2 block h-auto max-w-full rounded-sm bg-white"
    />
  ));
}
