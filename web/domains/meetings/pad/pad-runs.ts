import type { PadRun } from "@greenroom/contract/code-pad.ts";
import type { RunResult } from "@greenroom/contract/code-runs.ts";
import type { ClientMessage } from "@greenroom/contract/room-messages.ts";
import { fitRun } from "./fit-run.ts";

/** Runs on their way to the room, told again until it has them, and the newest one that came from it. */
export class PadRuns {
  readonly #say: (message: ClientMessage) => boolean;
  readonly #listeners = new Set<() => void>();
  readonly #own = new Set<string>();
  #untold: Extract<ClientMessage, { type: "run" }>[] = [];
  #newest: PadRun | null = null;

  constructor(say: (message: ClientMessage) => boolean) {
    this.#say = say;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The newest run that this page did not make. */
  readonly read = (): PadRun | null => this.#newest;

  tell(run: RunResult): void {
    const message = { type: "run" as const, id: crypto.randomUUID(), run: fitRun(run) };
    this.#own.add(message.id);
    this.#untold.push(message);
    this.#say(message);
  }

  /** The line is open again. */
  retell(): void {
    for (const message of this.#untold) this.#say(message);
  }

  hear(run: PadRun): void {
    this.#untold = this.#untold.filter(({ id }) => id !== run.id);
    if (this.#own.has(run.id) || run.id === this.#newest?.id) return;
    this.#newest = run;
    for (const listener of this.#listeners) listener();
  }
}
