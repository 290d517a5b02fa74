import type { RunnableLanguage } from "@greenroom/contract/room/pad-runs.ts";
import ruffBytes from "@wasm-fmt/ruff_fmt/wasm?bytes";
import ruffUrl from "@wasm-fmt/ruff_fmt/wasm?url";
import { fetchFile } from "../run/fetch-file.ts";
import { Sandbox, type SandboxSource } from "../run/sandbox.ts";
import { type FormatMessage, parseFormatMessage } from "./format-messages.ts";

/** The longest time for one text, in milliseconds. The code of an interview needs less than a hundredth. */
const formatMilliseconds = 5_000;

interface FormatterSource {
  loadProgram: () => Promise<{ default: string }>;
  files: { url: string; bytes: number }[];
}

const sources: Record<RunnableLanguage, FormatterSource> = {
  python: {
    loadProgram: () => import("./programs/python.ts?program"),
    files: [{ url: ruffUrl, bytes: ruffBytes }],
  },
  javascript: { loadProgram: () => import("./programs/javascript.ts?program"), files: [] },
  sql: { loadProgram: () => import("./programs/sql.ts?program"), files: [] },
};

export type FormatAnswer =
  | Extract<FormatMessage, { type: "edits" | "error" | "failed" }>
  | { type: "timed-out" }
  /** `download`: the files could not be fetched. `start`: the formatter did not start on this device. */
  | { type: "unavailable"; cause: "download" | "start" };

type FormatSandbox = Sandbox<string, FormatMessage>;

/** Formats code in the sandbox in which code runs, because text that both write could freeze the page. */
export class Formatter {
  readonly #closeController = new AbortController();
  /** The sandbox of the last language, for the next time. */
  #idleSandbox: { language: RunnableLanguage; sandbox: FormatSandbox } | null = null;

  /** Formats the code that `readCode` returns once the formatter has started. One call at a time. */
  async format(language: RunnableLanguage, readCode: () => string): Promise<FormatAnswer> {
    const { signal } = this.#closeController;
    let sandbox = this.#takeSpare(language);
    if (sandbox === null) {
      const source = await loadSource(language, signal).catch((error: unknown) => {
        console.warn(`The formatter for ${language} could not be loaded`, error);
        return null;
      });
      if (source === null || signal.aborted) return { type: "unavailable", cause: "download" };
      sandbox = new Sandbox<string, FormatMessage>(source, parseFormatMessage);
    }
    const started = sandbox;
    const closeStarted = () => started.close();
    signal.addEventListener("abort", closeStarted, { once: true });
    try {
      await started.ready;
    } catch (error) {
      console.warn(`The formatter for ${language} did not start`, error);
      started.close();
      return { type: "unavailable", cause: "start" };
    } finally {
      signal.removeEventListener("abort", closeStarted);
    }
    const answer = await requestEdits(started, readCode(), signal);
    if (signal.aborted || answer.type === "timed-out" || answer.type === "failed") started.close();
    else this.#idleSandbox = { language, sandbox: started };
    return answer;
  }

  /** Ends a running call and the sandbox. */
  close(): void {
    this.#closeController.abort();
    this.#idleSandbox?.sandbox.close();
    this.#idleSandbox = null;
  }

  #takeSpare(language: RunnableLanguage): FormatSandbox | null {
    const spare = this.#idleSandbox;
    this.#idleSandbox = null;
    if (spare === null || spare.language === language) return spare?.sandbox ?? null;
    spare.sandbox.close();
    return null;
  }
}

function requestEdits(sandbox: FormatSandbox, code: string, signal: AbortSignal): Promise<FormatAnswer> {
  return new Promise((resolve) => {
    const stop = () => resolve({ type: "timed-out" });
    const timer = setTimeout(stop, formatMilliseconds);
    signal.addEventListener("abort", stop, { once: true });
    sandbox.send(code, (message) => {
      if (message.type === "ready") return;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(message.type === "broken" ? { type: "failed" } : message);
    });
  });
}

async function loadSource(language: RunnableLanguage, signal: AbortSignal): Promise<SandboxSource> {
  const { loadProgram, files } = sources[language];
  const [program, ...contents] = await Promise.all([
    loadProgram(),
    ...files.map(({ url, bytes }) => fetchFile(url, { bytes, signal })),
  ]);
  return { program: program.default, files: contents };
}
