import type { RunOutcome } from "./pad-runs.ts";

/* Names a failed run by its error. The programs in `web/room/code-pads/run/programs` write these outputs. */

interface Run {
  language: string;
  outcome: RunOutcome;
  output: string;
}

export function hasFailed({ outcome }: Pick<Run, "outcome">): boolean {
  return outcome !== "finished" && outcome !== "stopped";
}

/**
 * The line that names the error of a failed run, for example "KeyError: 'user'". The last line of the output often
 * does not: it is a place in the code, a hint, or a second line of the message. Empty without an error in the output.
 */
export function errorLine({ language, outcome, output }: Run): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const last = lines.at(-1) ?? "";
  // A run that was ended wrote no error of its own.
  if (outcome !== "failed") return last;
  const find = finders[language];
  return (find?.(lines) ?? last).trim();
}

type FindError = (lines: readonly string[]) => string | undefined;

const finders: Readonly<Record<string, FindError>> = {
  javascript: findJavascriptError,
  python: findPythonError,
  sql: (lines) => lines.findLast((line) => line.startsWith("ERROR: ")),
};

const javascriptFrame = /^\s+at .*\(?main\.js(:\d+)*\)?$/;
/** The first line of an error: "TypeError: …", "Uncaught 3". */
const javascriptError = /^(Uncaught |[\w$.]+: )/;

/** The error comes first, then its places in the code and what caused it. */
function findJavascriptError(lines: readonly string[]): string | undefined {
  const end = lines.findLastIndex((line) => !javascriptFrame.test(line) && !line.startsWith("Caused by "));
  const line = lines[end] ?? "";
  if (javascriptError.test(line)) return line;
  // The message may have several lines.
  return lines.slice(0, end).findLast((above) => /^[\w$.]*(Error|Exception): /.test(above)) ?? lines[end];
}

const tracebackStart = /^( {2}\+ Exception Group )?Traceback \(most recent call last\):$/;

/** The error is the first line after the last traceback's places in the code, which are indented. */
function findPythonError(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex((line) => tracebackStart.test(line));
  if (start < 0) return undefined;
  return lines
    .slice(start + 1)
    .map((line) => line.replace(/^ {2}\| /, ""))
    .find((line) => !line.startsWith(" "));
}
