import type { QuestionTable } from "@greenroom/contract/practice/questions.ts";
import type { RunOutcome } from "@greenroom/contract/rooms/pad-runs.ts";

/* The messages between the page and the program, over a MessagePort. */

/** One run after the other. */
export interface RunRequest {
  code: string;
  /** The lines that the code reads with `input()`. */
  input: string;
  /** The tables that a run of SQL can query. */
  tables: readonly QuestionTable[];
}

/** The outcomes that a program reports; only the page knows when it stopped a run. */
export type ProgramOutcome = Extract<RunOutcome, "finished" | "failed" | "out_of_memory">;

export type ProgramMessage =
  /** The language has started and can run code. */
  | { type: "ready" }
  /** The language could not be started. */
  | { type: "broken" }
  | { type: "started" }
  | { type: "output"; text: string }
  /** `isIntact`: the next code may run in the same place without finding anything of this run. */
  | { type: "ended"; outcome: ProgramOutcome; durationMs: number; isIntact: boolean };

const outcomes: readonly unknown[] = ["finished", "failed", "out_of_memory"] satisfies ProgramOutcome[];

/** The message in `data`, or null if it is invalid: untrusted code runs there and may send anything. */
export function parseProgramMessage(data: unknown): ProgramMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  const { type } = data;
  if (type === "ready" || type === "broken" || type === "started") return { type };
  if (type === "output" && "text" in data && typeof data.text === "string") return { type, text: data.text };
  if (type !== "ended" || !("outcome" in data) || !("durationMs" in data) || !("isIntact" in data))
    return null;
  const { outcome, durationMs, isIntact } = data;
  if (!outcomes.includes(outcome) || typeof durationMs !== "number" || !(durationMs >= 0)) return null;
  return { type, outcome: outcome as ProgramOutcome, durationMs, isIntact: isIntact === true };
}
