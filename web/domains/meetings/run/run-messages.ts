import type { RunOutcome } from "@greenroom/contract/code-runs.ts";

/* What page and program say to each other through their port. */

/** One code after the other. */
export interface RunRequest {
  code: string;
}

/** How a code ends by itself; the page alone knows that it stopped one. */
export type OwnOutcome = Extract<RunOutcome, "finished" | "failed" | "out_of_memory">;

export type ProgramMessage =
  /** The language is there and waits for code. */
  | { type: "ready" }
  /** The language could not be started. */
  | { type: "broken" }
  | { type: "started" }
  | { type: "output"; text: string }
  /** `isIntact`: the next code may run where this one did, and finds nothing of it. */
  | { type: "ended"; outcome: OwnOutcome; durationMs: number; isIntact: boolean };

const outcomes: readonly unknown[] = ["finished", "failed", "out_of_memory"] satisfies OwnOutcome[];

/** The message in `data`, null when it is none: what runs there is a stranger's code, and might send anything. */
export function programMessage(data: unknown): ProgramMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  const { type } = data;
  if (type === "ready" || type === "broken" || type === "started") return { type };
  if (type === "output" && "text" in data && typeof data.text === "string") return { type, text: data.text };
  if (type !== "ended" || !("outcome" in data) || !("durationMs" in data) || !("isIntact" in data))
    return null;
  const { outcome, durationMs, isIntact } = data;
  if (!outcomes.includes(outcome) || typeof durationMs !== "number" || !(durationMs >= 0)) return null;
  return { type, outcome: outcome as OwnOutcome, durationMs, isIntact: isIntact === true };
}
