import type {
  PadRunResult,
  RunFigure,
  RunnableLanguage,
  RunOutcome,
} from "@greenroom/contract/room/code-pad.ts";
import {
  maxRunFigures,
  maxRunMilliseconds,
  runOutputCharacters,
} from "@greenroom/contract/room/pad-run-limits.ts";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import {
  type ProgramMessage,
  type ProgramRequest,
  parseProgramMessage,
  type RunRequest,
  sanitizeOutput,
} from "./program-messages.ts";
import { fetchPackages, packagesOf } from "./python-packages.ts";
import { loadRuntime, type Runtime, unreachableNote } from "./runtime.ts";
import { Sandbox } from "./sandbox.ts";

/** The runner of a panel, for the lifetime of the panel. `onResult` is called for every run that had started. */
export function useCodeRunner(onResult: (result: PadRunResult) => void): [CodeRunner, RunnerState] {
  const latest = useRef(onResult);
  latest.current = onResult;
  const [runner] = useState(() => new CodeRunner((result) => latest.current(result)));
  useEffect(() => () => runner.close(), [runner]);
  return [runner, useStore(runner.store)];
}

/** How long the installation of a run's packages may take, in milliseconds. */
const installMilliseconds = 90_000;

export type RunnerState =
  | { phase: "idle" }
  /** `progress`: the share of bytes, 0 to 1. */
  | { phase: "loading"; language: RunnableLanguage; progress: number; what: "language" | "packages" }
  | { phase: "starting"; language: RunnableLanguage }
  | { phase: "running"; language: RunnableLanguage; output: string; figures: readonly RunFigure[] }
  | { phase: "ended"; result: PadRunResult }
  /**
   * `download`: the files could not be fetched. `start`: the files were fetched, but the language did not start on
   * this device.
   */
  | { phase: "unavailable"; language: RunnableLanguage; cause: "download" | "start" };

interface RunAttempt {
  language: RunnableLanguage;
  abort: AbortController;
  runtime: Runtime | null;
  sandbox: RunSandbox | null;
  output: string;
  figures: RunFigure[];
  /** Milliseconds on the page's clock; null until the code itself starts. */
  startedAt: number | null;
}

/** Runs the code of one pad, one run at a time. */
export class CodeRunner {
  readonly store = createStore<RunnerState>(() => ({ phase: "idle" }));
  #attempt: RunAttempt | null = null;
  /**
   * Kept after a run, so that the next one starts at once: the sandbox of that run, or a new one if it was lost.
   */
  #spareSandbox: RunSandbox | null = null;
  readonly #onResult: (result: PadRunResult) => void;

  constructor(onResult: (result: PadRunResult) => void) {
    this.#onResult = onResult;
  }

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
      figures: [],
      startedAt: null,
    };
    this.#attempt = attempt;
    try {
      const sandbox = await this.#openSandbox(attempt);
      if (this.#attempt !== attempt) return;
      const packages = await this.#loadPackages(attempt, sandbox, request.packageCode ?? request.code);
      if (this.#attempt !== attempt) return;
      setTimeout(() => this.#giveUp(attempt), installMilliseconds);
      sandbox.run({ ...request, ...packages }, (message) => this.#receive(attempt, message));
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

  /** Stops everything for good. A language that has started is kept for the next part of the page that runs code. */
  close(): void {
    if (this.#attempt !== null) this.#finish(this.#attempt, { phase: "idle" });
    if (this.#spareSandbox !== null) keepSandbox(this.#spareSandbox);
    this.#spareSandbox = null;
  }

  async #openSandbox(attempt: RunAttempt): Promise<RunSandbox> {
    const { language, abort } = attempt;
    const showProgress = (progress: number) => {
      if (this.#attempt === attempt)
        this.#setState({ phase: "loading", language, progress, what: "language" });
    };
    showProgress(0);
    const runtime = await loadRuntime(language, showProgress, abort.signal);
    abort.signal.throwIfAborted();
    attempt.runtime = runtime;
    this.#setState({ phase: "starting", language });
    attempt.sandbox = this.#takeSpare(runtime) ?? new RunSandbox(runtime);
    await attempt.sandbox.ready;
    return attempt.sandbox;
  }

  /** The packages that the code imports. Without them the code still runs, and its import fails with a reason. */
  async #loadPackages(
    attempt: RunAttempt,
    sandbox: RunSandbox,
    code: string,
  ): Promise<Pick<ProgramRequest, "packages" | "packageNote">> {
    const { packages: index, packageNote } = sandbox.runtime;
    const none = { names: [], files: [] };
    const names = index === null ? [] : sandbox.lacks(packagesOf(code, index.packages));
    if (index === null || names.length === 0) return { packages: none, packageNote };
    const { language, abort } = attempt;
    const showProgress = (progress: number) => {
      if (this.#attempt === attempt)
        this.#setState({ phase: "loading", language, progress, what: "packages" });
    };
    showProgress(0);
    try {
      const packages = await fetchPackages(index, names, showProgress, abort.signal);
      if (this.#attempt === attempt) this.#setState({ phase: "starting", language });
      return { packages, packageNote };
    } catch (error) {
      abort.signal.throwIfAborted();
      console.warn("Python packages could not be loaded", error);
      return { packages: none, packageNote: unreachableNote };
    }
  }

  /** The packages were not installed in time. */
  #giveUp(attempt: RunAttempt): void {
    if (this.#attempt !== attempt || attempt.startedAt !== null) return;
    this.#finish(attempt, { phase: "unavailable", language: attempt.language, cause: "start" });
  }

  #takeSpare(runtime: Runtime): RunSandbox | null {
    const spare = this.#spareSandbox;
    this.#spareSandbox = null;
    if (spare?.isOf(runtime)) return spare;
    spare?.close();
    return takeKeptSandbox(runtime);
  }

  #receive(attempt: RunAttempt, message: ProgramMessage): void {
    if (this.#attempt !== attempt) return;
    const { language } = attempt;
    if (message.type === "started" && attempt.startedAt === null) {
      attempt.startedAt = performance.now();
      setTimeout(() => this.#end(attempt, "timed_out", maxRunMilliseconds), maxRunMilliseconds);
      this.#setState({ phase: "running", language, output: "", figures: [] });
    } else if (message.type === "output") {
      attempt.output = (attempt.output + message.text).slice(0, 2 * runOutputCharacters);
      this.#showRunning(attempt);
    } else if (message.type === "figure") {
      const { png, alt } = message;
      if (attempt.figures.length >= maxRunFigures) return;
      attempt.figures = [...attempt.figures, { png, alt }];
      this.#showRunning(attempt);
    } else if (message.type === "ended") {
      if (message.isIntact) this.#keepSandbox(attempt);
      this.#end(attempt, message.outcome, message.durationMs);
    } else if (message.type === "broken") this.#end(attempt, "failed", maxRunMilliseconds);
  }

  #showRunning({ language, output, figures }: RunAttempt): void {
    this.#setState({ phase: "running", language, output, figures });
  }

  #end(attempt: RunAttempt, outcome: RunOutcome, milliseconds: number): void {
    if (this.#attempt !== attempt) return;
    const durationMs = Math.min(Math.round(milliseconds), maxRunMilliseconds);
    const { language, output, figures } = attempt;
    const result: PadRunResult = {
      language,
      outcome,
      output: sanitizeOutput(output),
      durationMs,
      ...(figures.length === 0 ? {} : { figures }),
    };
    this.#finish(attempt, { phase: "ended", result });
    if (attempt.runtime) this.#spareSandbox ??= new RunSandbox(attempt.runtime);
    this.#onResult(result);
  }

  #keepSandbox(attempt: RunAttempt): void {
    this.#spareSandbox = attempt.sandbox;
    attempt.sandbox = null;
  }

  #finish(attempt: RunAttempt, state: RunnerState): void {
    this.#attempt = null;
    attempt.abort.abort();
    attempt.sandbox?.close();
    this.#setState(state);
  }

  #setState(state: RunnerState): void {
    this.store.setState(state, true);
  }
}

export class RunSandbox extends Sandbox<ProgramRequest, ProgramMessage> {
  readonly runtime: Runtime;
  /** The names of the packages that were sent to it. */
  readonly #packages = new Set<string>();

  constructor(runtime: Runtime) {
    super(runtime, parseProgramMessage);
    this.runtime = runtime;
  }

  /** Runs code, after the previous run has ended. */
  run(request: ProgramRequest, listener: (message: ProgramMessage) => void): void {
    const { names, files } = request.packages;
    for (const name of names) this.#packages.add(name);
    this.send(
      request,
      listener,
      files.map(({ content }) => content),
    );
  }

  /** Whether it has the language of this runtime, with the same packages to choose from. */
  isOf({ program, packages }: Runtime): boolean {
    return this.runtime.program === program && this.runtime.packages === packages;
  }

  lacks(names: readonly string[]): string[] {
    return names.filter((name) => !this.#packages.has(name));
  }
}

/** A started language takes a lot of memory, so it is kept only until the page's next part has opened. */
const keptMilliseconds = 60_000;

let kept: { sandbox: RunSandbox; timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Keeps the sandbox of a part of the page that closes. The next part, such as the comparison after a question, runs its
 * code in it, and does not start the language again.
 */
export function keepSandbox(sandbox: RunSandbox): void {
  closeKept();
  kept = { sandbox, timer: setTimeout(closeKept, keptMilliseconds) };
}

/** The kept sandbox if it runs this language; it is no longer kept then. */
export function takeKeptSandbox(runtime: Runtime): RunSandbox | null {
  if (kept === null || !kept.sandbox.isOf(runtime)) return null;
  const { sandbox, timer } = kept;
  clearTimeout(timer);
  kept = null;
  return sandbox;
}

function closeKept(): void {
  if (kept === null) return;
  clearTimeout(kept.timer);
  kept.sandbox.close();
  kept = null;
}
