import { isolateHistory } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import type { RunnableLanguage } from "@greenroom/contract/room/code-pad.ts";
import ruffBytes from "@wasm-fmt/ruff_fmt/wasm?bytes";
import ruffUrl from "@wasm-fmt/ruff_fmt/wasm?url";
import { WandSparkles } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Spinner } from "../../ui/status.tsx";
import { type CodeEdit, type FormatMessage, parseFormatMessage } from "../code-runs/program-messages.ts";
import { loadSource, Sandbox, type SandboxAddresses } from "../code-runs/sandbox.ts";

interface FormattingOptions {
  view: RefObject<EditorView | null>;
  /** Null for a language that is not formatted. */
  language: RunnableLanguage | null;
  /** Called before each attempt, so that a page takes away the problem of the last one. */
  onStart?: () => void;
  /** Called with a sentence that says why the code was not formatted. */
  onProblem: (message: string) => void;
}

export interface Formatting {
  isBusy: boolean;
  /** The message of the last success, for screen readers; empty otherwise. */
  announcement: string;
  format: () => void;
}

/** Formats the code of an editor on demand. The formatter is loaded the first time. */
export function useFormatting({ view, language, onStart, onProblem }: FormattingOptions): Formatting {
  const formatter = useRef<Formatter>(null);
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  useEffect(
    () => () => {
      formatter.current?.close();
      formatter.current = null;
    },
    [],
  );
  const format = async () => {
    const editor = view.current;
    if (editor === null || language === null || isBusy) return;
    onStart?.();
    setBusy(true);
    setAnnouncement("");
    formatter.current ??= new Formatter();
    const used = formatter.current;
    const outcome = await formatEditor(editor, language, used);
    // The editor was closed meanwhile.
    if (formatter.current !== used) return;
    setBusy(false);
    if (isFormatted(outcome)) setAnnouncement(formatText(outcome));
    else onProblem(formatText(outcome));
  };
  return { isBusy, announcement, format: () => void format() };
}

/** The round buttons beside the language. A finger needs a larger target than a mouse. */
export const toolButtonClass =
  "grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink max-sm:size-11";

/** Formats the code, as the editor's shortcut does. `FormatStatus` says what happened. */
export function FormatButton({ isBusy, format }: Pick<Formatting, "isBusy" | "format">) {
  return (
    <button
      type="button"
      aria-label="Format code"
      aria-keyshortcuts="Shift+Alt+F"
      aria-disabled={isBusy}
      title="Format code (Shift+Alt+F)"
      onClick={format}
      className={toolButtonClass}
    >
      {isBusy ? <Spinner className="size-4" /> : <WandSparkles aria-hidden="true" className="size-4" />}
    </button>
  );
}

/** Announces the result to screen readers. Everybody else sees it in the code. */
export function FormatStatus({ isBusy, announcement }: Pick<Formatting, "isBusy" | "announcement">) {
  return (
    <p role="status" className="sr-only">
      {isBusy ? "Formatting…" : announcement}
    </p>
  );
}

/** The most attempts. Another one begins when somebody typed during the last one. */
const maxAttempts = 3;

export type FormatOutcome =
  | { type: "formatted" | "unchanged" | "busy-typing" | "read-only" | "too-long" }
  | Exclude<FormatAnswer, { type: "edits" }>;

/** Formats the code of an editor, as one step of its undo. Other people's cursors stay where they are in the text. */
export async function formatEditor(
  view: EditorView,
  language: RunnableLanguage,
  formatter: Pick<Formatter, "format">,
): Promise<FormatOutcome> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (view.state.readOnly) return { type: "read-only" };
    let { doc } = view.state;
    const answer = await formatter.format(language, () => {
      doc = view.state.doc;
      return doc.toString();
    });
    if (answer.type !== "edits") return answer;
    if (!view.state.doc.eq(doc)) continue;
    if (view.state.readOnly) return { type: "read-only" };
    if (answer.edits.length === 0) return { type: "unchanged" };
    applyEdits(view, answer.edits);
    // The editor refuses a change that makes its text too long.
    return { type: view.state.doc.eq(doc) ? "too-long" : "formatted" };
  }
  return { type: "busy-typing" };
}

function applyEdits(view: EditorView, edits: readonly CodeEdit[]): void {
  view.dispatch({
    changes: edits,
    userEvent: "format",
    scrollIntoView: true,
    // Text that was typed before or is typed next is a separate step.
    annotations: isolateHistory.of("full"),
  });
}

/** The longest time for one text, in milliseconds. The code of an interview needs less than a hundredth. */
const formatMilliseconds = 5_000;

const sources: Record<RunnableLanguage, SandboxAddresses> = {
  python: {
    loadProgram: () => import("./formatters/python.ts?program"),
    files: [{ url: ruffUrl, bytes: ruffBytes }],
  },
  javascript: { loadProgram: () => import("./formatters/javascript.ts?program"), files: [] },
  sql: { loadProgram: () => import("./formatters/sql.ts?program"), files: [] },
};

export type FormatAnswer =
  | Extract<FormatMessage, { type: "edits" | "error" | "failed" }>
  | { type: "timed-out" }
  /** `download`: the files could not be fetched. `start`: the formatter did not start on this device. */
  | { type: "unavailable"; cause: "download" | "start" };

/** Formats code in the sandbox in which code runs, because text that both write could freeze the page. */
export class Formatter {
  readonly #closeController = new AbortController();

  /** Formats the code that `readCode` returns once the formatter has started. One call at a time. */
  async format(language: RunnableLanguage, readCode: () => string): Promise<FormatAnswer> {
    const { signal } = this.#closeController;
    const source = await loadSource(sources[language], signal).catch((error: unknown) => {
      console.warn(`The formatter for ${language} could not be loaded`, error);
      return null;
    });
    if (source === null || signal.aborted) return { type: "unavailable", cause: "download" };
    const sandbox = new Sandbox<string, FormatMessage>(source, parseFormatMessage);
    const close = () => sandbox.close();
    signal.addEventListener("abort", close);
    try {
      await sandbox.ready;
      return await requestEdits(sandbox, readCode(), signal);
    } catch (error) {
      console.warn(`The formatter for ${language} did not start`, error);
      return { type: "unavailable", cause: "start" };
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }

  close(): void {
    this.#closeController.abort();
  }
}

function requestEdits(
  sandbox: Sandbox<string, FormatMessage>,
  code: string,
  signal: AbortSignal,
): Promise<FormatAnswer> {
  return new Promise((resolve) => {
    const stop = () => resolve({ type: "timed-out" });
    const timer = setTimeout(stop, formatMilliseconds);
    signal.addEventListener("abort", stop, { once: true });
    sandbox.send(code, (message) => {
      if (message.type === "ready") return;
      clearTimeout(timer);
      resolve(message.type === "broken" ? { type: "failed" } : message);
    });
  });
}

export function isFormatted({ type }: FormatOutcome): boolean {
  return type === "formatted" || type === "unchanged";
}

const formatTexts: Record<Exclude<FormatOutcome["type"], "error" | "unavailable">, string> = {
  formatted: "The code is formatted.",
  unchanged: "The code was already formatted.",
  "read-only": "The pad is read-only for you, so nothing was formatted.",
  "too-long": "The formatted code would be too long, so nothing was formatted.",
  "busy-typing": "The code changed while it was being formatted, so nothing was formatted. Try again.",
  "timed-out": "Formatting took too long, so it was stopped. The code is unchanged.",
  failed: "This code cannot be formatted. It may be nested too deeply.",
};

export function formatText(outcome: FormatOutcome): string {
  if (outcome.type === "error") {
    const place = outcome.line === null ? "the code" : `line ${outcome.line}`;
    return `Nothing was formatted, because ${place} has an error: ${outcome.message}`;
  }
  if (outcome.type !== "unavailable") return formatTexts[outcome.type];
  return outcome.cause === "download"
    ? "The formatter could not be loaded. Check your connection, then try again."
    : "The formatter did not start on this device.";
}
