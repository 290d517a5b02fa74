import { runMilliseconds, runOutputCharacters } from "@greenroom/contract/code-run-limits.ts";
import type { RunnableLanguage, RunOutcome, RunResult } from "@greenroom/contract/code-runs.ts";
import { outputText } from "./output-text.ts";
import type { ProgramMessage } from "./run-messages.ts";
import { loadRuntime, type Runtime } from "./runtime.ts";
import { Sandbox } from "./sandbox.ts";

export type RunnerState =
  | { phase: "idle" }
  /** `share`: of the bytes, 0…1. */
  | { phase: "loading"; language: RunnableLanguage; share: number }
  | { phase: "starting"; language: RunnableLanguage }
  | { phase: "running"; language: RunnableLanguage; output: string }
  | { phase: "ended"; result: RunResult }
  /** The language could not be had: the line is cut, the server away, the browser too old. */
  | { phase: "unavailable"; language: RunnableLanguage };

/** A run that is under way. */
interface Attempt {
  language: RunnableLanguage;
  abort: AbortController;
  runtime: Runtime | null;
  sandbox: Sandbox | null;
  output: string;
  /** Milliseconds of the page's clock; null until the code itself began. */
  startedAt: number | null;
}

/** Runs the code of one pad, one run at a time. */
export class CodeRunner {
  #state: RunnerState = { phase: "idle" };
  #attempt: Attempt | null = null;
  /** Ready behind the last run, so that the next one begins at once: the last one's own, or a new one if that was lost. */
  #spare: { language: RunnableLanguage; sandbox: Sandbox } | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #onResult: (result: RunResult) => void;

  constructor(onResult: (result: RunResult) => void) {
    this.#onResult = onResult;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): RunnerState => this.#state;

  /** Runs `code`, unless a run is under way. */
  async run(language: RunnableLanguage, code: string): Promise<void> {
    if (this.#attempt !== null) return;
    const abort = new AbortController();
    const attempt: Attempt = { language, abort, runtime: null, sandbox: null, output: "", startedAt: null };
    this.#attempt = attempt;
    try {
      const sandbox = await this.#open(attempt);
      if (this.#attempt !== attempt) return;
      sandbox.run(code, (message) => this.#hear(attempt, message));
    } catch (error) {
      if (this.#attempt !== attempt) return;
      console.warn(`${language} could not be had`, error);
      this.#leave(attempt, { phase: "unavailable", language });
    }
  }

  /** Ends what is under way, at once. A run that had begun has a result; one that was being loaded has none. */
  stop(): void {
    const attempt = this.#attempt;
    if (attempt === null) return;
    if (attempt.startedAt === null) this.#leave(attempt, { phase: "idle" });
    else this.#end(attempt, "stopped", performance.now() - attempt.startedAt);
  }

  /** Ends everything; nothing runs afterwards. */
  close(): void {
    if (this.#attempt !== null) this.#leave(this.#attempt, { phase: "idle" });
    this.#spare?.sandbox.close();
    this.#spare = null;
  }

  async #open(attempt: Attempt): Promise<Sandbox> {
    const { language, abort } = attempt;
    this.#change({ phase: "loading", language, share: 0 });
    const showShare = (share: number) => {
      if (this.#attempt === attempt) this.#change({ phase: "loading", language, share });
    };
    const runtime = await loadRuntime(language, showShare, abort.signal);
    abort.signal.throwIfAborted();
    attempt.runtime = runtime;
    this.#change({ phase: "starting", language });
    attempt.sandbox = this.#takeSpare(language) ?? new Sandbox(runtime);
    await attempt.sandbox.ready;
    return attempt.sandbox;
  }

  #takeSpare(language: RunnableLanguage): Sandbox | null {
    const spare = this.#spare;
    this.#spare = null;
    if (spare === null || spare.language === language) return spare?.sandbox ?? null;
    spare.sandbox.close();
    return null;
  }

  #hear(attempt: Attempt, message: ProgramMessage): void {
    if (this.#attempt !== attempt) return;
    const { language } = attempt;
    if (message.type === "started" && attempt.startedAt === null) {
      attempt.startedAt = performance.now();
      setTimeout(() => this.#end(attempt, "timed_out", runMilliseconds), runMilliseconds);
      this.#change({ phase: "running", language, output: "" });
    } else if (message.type === "output") {
      attempt.output = (attempt.output + message.text).slice(0, 2 * runOutputCharacters);
      this.#change({ phase: "running", language, output: attempt.output });
    } else if (message.type === "ended") {
      if (message.isIntact) this.#keepSandbox(attempt);
      this.#end(attempt, message.outcome, message.durationMs);
    } else if (message.type === "broken") this.#end(attempt, "failed", runMilliseconds);
  }

  #end(attempt: Attempt, outcome: RunOutcome, milliseconds: number): void {
    if (this.#attempt !== attempt) return;
    const durationMs = Math.min(Math.round(milliseconds), runMilliseconds);
    const { language, output } = attempt;
    const result: RunResult = { language, outcome, output: outputText(output), durationMs };
    this.#leave(attempt, { phase: "ended", result });
    if (attempt.runtime) this.#spare ??= { language, sandbox: new Sandbox(attempt.runtime) };
    this.#onResult(result);
  }

  #keepSandbox(attempt: Attempt): void {
    const { language, sandbox } = attempt;
    if (sandbox) this.#spare = { language, sandbox };
    attempt.sandbox = null;
  }

  #leave(attempt: Attempt, state: RunnerState): void {
    this.#attempt = null;
    attempt.abort.abort();
    attempt.sandbox?.close();
    this.#change(state);
  }

  #change(state: RunnerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
