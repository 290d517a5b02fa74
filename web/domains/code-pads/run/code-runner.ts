import { maxRunMilliseconds, runOutputCharacters } from "@greenroom/contract/rooms/pad-run-limits.ts";
import type { PadRunResult, RunnableLanguage, RunOutcome } from "@greenroom/contract/rooms/pad-runs.ts";
import type { ProgramMessage, RunRequest } from "./run-messages.ts";
import { loadRuntime, type Runtime } from "./runtime.ts";
import { Sandbox } from "./sandbox.ts";
import { sanitizeOutput } from "./sanitize-output.ts";

export type RunnerState =
  | { phase: "idle" }
  /** `progress`: the share of bytes, 0 to 1. */
  | { phase: "loading"; language: RunnableLanguage; progress: number }
  | { phase: "starting"; language: RunnableLanguage }
  | { phase: "running"; language: RunnableLanguage; output: string }
  | { phase: "ended"; result: PadRunResult }
  /**
   * `download`: the files could not be fetched. `start`: the files were fetched, but the language did not start on
   * this device.
   */
  | { phase: "unavailable"; language: RunnableLanguage; cause: "download" | "start" };

/** A run in progress. */
interface RunAttempt {
  language: RunnableLanguage;
  abort: AbortController;
  runtime: Runtime | null;
  sandbox: Sandbox | null;
  output: string;
  /** Milliseconds on the page's clock; null until the code itself starts. */
  startedAt: number | null;
}

/** Runs the code of one pad, one run at a time. */
export class CodeRunner {
  #state: RunnerState = { phase: "idle" };
  #attempt: RunAttempt | null = null;
  /**
   * Kept after a run, so that the next one starts at once: the sandbox of that run, or a new one if it was lost.
   */
  #spareSandbox: { language: RunnableLanguage; sandbox: Sandbox } | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #onResult: (result: PadRunResult) => void;

  constructor(onResult: (result: PadRunResult) => void) {
    this.#onResult = onResult;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): RunnerState => this.#state;

  /** Runs the code, unless a run is in progress. */
  async run(language: RunnableLanguage, request: RunRequest): Promise<void> {
    if (this.#attempt !== null) return;
    const abort = new AbortController();
    const attempt: RunAttempt = {
      language,
      abort,
      runtime: null,
      sandbox: null,
      output: "",
      startedAt: null,
    };
    this.#attempt = attempt;
    try {
      const sandbox = await this.#openSandbox(attempt);
      if (this.#attempt !== attempt) return;
      sandbox.run(request, (message) => this.#receive(attempt, message));
    } catch (error) {
      if (this.#attempt !== attempt) return;
      console.warn(`${language} could not be loaded or started`, error);
      const cause = attempt.runtime === null ? "download" : "start";
      this.#finish(attempt, { phase: "unavailable", language, cause });
    }
  }

  /** Stops at once. A run that had started has a result; one that was still loading has none. */
  stop(): void {
    const attempt = this.#attempt;
    if (attempt === null) return;
    if (attempt.startedAt === null) this.#finish(attempt, { phase: "idle" });
    else this.#end(attempt, "stopped", performance.now() - attempt.startedAt);
  }

  /** Stops everything for good. */
  close(): void {
    if (this.#attempt !== null) this.#finish(this.#attempt, { phase: "idle" });
    this.#spareSandbox?.sandbox.close();
    this.#spareSandbox = null;
  }

  async #openSandbox(attempt: RunAttempt): Promise<Sandbox> {
    const { language, abort } = attempt;
    this.#setState({ phase: "loading", language, progress: 0 });
    const showProgress = (share: number) => {
      if (this.#attempt === attempt) this.#setState({ phase: "loading", language, progress: share });
    };
    const runtime = await loadRuntime(language, showProgress, abort.signal);
    abort.signal.throwIfAborted();
    attempt.runtime = runtime;
    this.#setState({ phase: "starting", language });
    attempt.sandbox = this.#takeSpare(language) ?? new Sandbox(runtime);
    await attempt.sandbox.ready;
    return attempt.sandbox;
  }

  #takeSpare(language: RunnableLanguage): Sandbox | null {
    const spare = this.#spareSandbox;
    this.#spareSandbox = null;
    if (spare === null || spare.language === language) return spare?.sandbox ?? null;
    spare.sandbox.close();
    return null;
  }

  #receive(attempt: RunAttempt, message: ProgramMessage): void {
    if (this.#attempt !== attempt) return;
    const { language } = attempt;
    if (message.type === "started" && attempt.startedAt === null) {
      attempt.startedAt = performance.now();
      setTimeout(() => this.#end(attempt, "timed_out", maxRunMilliseconds), maxRunMilliseconds);
      this.#setState({ phase: "running", language, output: "" });
    } else if (message.type === "output") {
      attempt.output = (attempt.output + message.text).slice(0, 2 * runOutputCharacters);
      this.#setState({ phase: "running", language, output: attempt.output });
    } else if (message.type === "ended") {
      if (message.isIntact) this.#keepSandbox(attempt);
      this.#end(attempt, message.outcome, message.durationMs);
    } else if (message.type === "broken") this.#end(attempt, "failed", maxRunMilliseconds);
  }

  #end(attempt: RunAttempt, outcome: RunOutcome, milliseconds: number): void {
    if (this.#attempt !== attempt) return;
    const durationMs = Math.min(Math.round(milliseconds), maxRunMilliseconds);
    const { language, output } = attempt;
    const result: PadRunResult = { language, outcome, output: sanitizeOutput(output), durationMs };
    this.#finish(attempt, { phase: "ended", result });
    if (attempt.runtime) this.#spareSandbox ??= { language, sandbox: new Sandbox(attempt.runtime) };
    this.#onResult(result);
  }

  #keepSandbox(attempt: RunAttempt): void {
    const { language, sandbox } = attempt;
    if (sandbox) this.#spareSandbox = { language, sandbox };
    attempt.sandbox = null;
  }

  #finish(attempt: RunAttempt, state: RunnerState): void {
    this.#attempt = null;
    attempt.abort.abort();
    attempt.sandbox?.close();
    this.#setState(state);
  }

  #setState(state: RunnerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
