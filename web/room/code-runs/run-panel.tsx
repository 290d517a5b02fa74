import type { PadRunResult, RunFigure, RunInProgress } from "@greenroom/contract/room/code-pad.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import clsx from "clsx";
import { Keyboard, Play, Square } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields.tsx";
import { useIsKeyboardOpen, useIsShortViewport } from "../../ui/hooks.ts";
import { StatusLight } from "../../ui/status.tsx";
import { type RunnerState, useCodeRunner } from "./code-runner.ts";
import { OutputTools, RunOutput } from "./run-output.tsx";
import {
  idleText,
  isRunnable,
  loadingName,
  padLanguageNames,
  runningText,
  runResultText,
  unavailableText,
} from "./run-text.tsx";

/** Lets the editor's shortcut, Ctrl or Cmd with Enter, start a run. */
export interface RunHandle {
  run(): void;
}

interface RunPanelProps {
  /** The pad's language; some languages cannot run here. */
  language: string;
  /** The pad's text, read when a run begins. */
  readCode: () => string;
  /** The tables of the question that is shown, for SQL. */
  tables: readonly QuestionTable[];
  /** The newest run of the other participant; each new object is a new run. */
  remoteRun: RemoteRun | null;
  /** The run in progress in the other participant's page. */
  remoteRunning?: RemoteRunning | null;
  /** Called when a run begins in this page, when its code starts, and with null when it ends. */
  onProgress?: (running: RunInProgress | null) => void;
  onResult: (result: PadRunResult) => void;
  /** Rendered in the same row as the Run button. */
  tools: ReactNode;
  /** The editor, rendered between that row and the result. */
  children: ReactNode;
  ref?: Ref<RunHandle> | undefined;
}

const noFigures: readonly RunFigure[] = [];
/** A finger needs a larger target than a mouse. */
const touchClass = "max-sm:min-h-11";
const idleState: RunnerState = { phase: "idle" };

function isUnavailable(state: RunnerState, language: string): boolean {
  return state.phase === "unavailable" && state.language === language;
}

/** Runs the pad's code in this page, and shows the results of both participants' runs. */
export function RunPanel({
  language,
  readCode,
  tables,
  remoteRun,
  remoteRunning = null,
  onProgress,
  onResult,
  tools,
  children,
  ref,
}: RunPanelProps) {
  const [lastRemoteRun, setLastRemoteRun] = useState(remoteRun);
  const [newest, setNewest] = useState<"own" | "remote">("remote");
  const isShort = useIsShortViewport();
  const hasKeyboard = useIsKeyboardOpen();
  const [isShown, setShown] = useState(true);
  const [wasShort, setWasShort] = useState(isShort);
  // The code has priority while the keyboard covers half of a phone's screen.
  if (wasShort !== isShort) {
    setWasShort(isShort);
    setShown(!isShort);
  }
  if (lastRemoteRun !== remoteRun) {
    setLastRemoteRun(remoteRun);
    setNewest("remote");
    setShown(true);
  }
  const [runner, state] = useCodeRunner((result) => {
    setNewest("own");
    onResult(result);
  });
  const [input, setInput] = useState("");
  const [isInputShown, setInputShown] = useState(false);
  const inputField = useRef<HTMLTextAreaElement>(null);
  const busy = "language" in state && state.phase !== "unavailable" ? state : null;
  const isBusy = busy !== null;
  const busyLanguage = busy?.language ?? null;
  const isRunning = state.phase === "running";
  useEffect(() => {
    onProgress?.(busyLanguage && { language: busyLanguage, phase: isRunning ? "running" : "starting" });
  }, [onProgress, busyLanguage, isRunning]);
  const run = () => {
    if (!isRunnable(language)) return;
    setShown(true);
    setNewest("own");
    const code = readCode();
    if (readsInput(language, code) && input === "" && !isInputShown) {
      flushSync(() => setInputShown(true));
      inputField.current?.focus();
      return;
    }
    void runner.run(language, { code, input, tables });
  };
  useImperativeHandle(ref, () => ({ run }));
  // A result in another language would look like a result of the current code.
  const isCurrent = (result: PadRunResult) => result.language === language;
  const running = isBusy ? null : remoteRunning;
  const remote =
    newest === "remote" && !isBusy && remoteRun && isCurrent(remoteRun.result) ? remoteRun : null;
  const shownState =
    !isBusy && (state.phase !== "ended" || !isCurrent(state.result)) && !isUnavailable(state, language)
      ? idleState
      : state;
  const ended = shownState.phase === "ended" ? shownState.result : null;
  // While the other participant's run is in progress, the output of their earlier one would look like its own. This
  // person's own result stays, with a word of whose it is.
  const isOwnKept = running !== null && newest === "own" && ended !== null;
  const result = running === null ? (remote?.result ?? ended) : isOwnKept ? ended : null;
  const output = state.phase === "running" ? state.output : (result?.output ?? "");
  const figures = (state.phase === "running" ? state.figures : result?.figures) ?? noFigures;
  const hasResult = output !== "" || figures.length > 0;
  const isIdle = running === null && remote === null && shownState.phase === "idle";
  return (
    <>
      <div
        className={clsx(
          "flex min-h-12 shrink-0 flex-wrap items-center gap-1.5 border-b border-dark-line px-2 py-1 max-sm:py-0.5 lg:gap-3 lg:px-4",
          // Held sideways, a phone's keyboard leaves four lines of code, or this row and two.
          hasKeyboard && "flat:hidden",
        )}
      >
        {tools}
        <span className="grow" />
        {language === "python" && (
          <Button
            size="sm"
            variant="ghost"
            className={touchClass}
            aria-expanded={isInputShown}
            onClick={() => setInputShown(!isInputShown)}
          >
            <Keyboard aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Input</span>
          </Button>
        )}
        {isBusy ? (
          <Button size="sm" variant="danger" className={touchClass} onClick={() => runner.stop()}>
            <Square aria-hidden="true" className="size-3.5 fill-current" />
            Stop
          </Button>
        ) : (
          isRunnable(language) && (
            <Button
              size="sm"
              variant="accent"
              className={touchClass}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={run}
            >
              <Play aria-hidden="true" className="size-3.5 fill-current" />
              Run
            </Button>
          )
        )}
      </div>
      {children}
      {language === "python" && isInputShown && (
        <RunInput ref={inputField} value={input} onChange={setInput} />
      )}
      <section
        aria-label="Run"
        className={clsx(
          "flex max-h-[40%] shrink-0 flex-col border-t border-line",
          // A narrow screen needs the line for code, and the Run button needs no explanation.
          isIdle && isRunnable(language) && "max-lg:sr-only",
        )}
      >
        <div className="flex min-h-10 shrink-0 items-center gap-2 px-4 py-1 pr-2">
          <RunStatus
            language={language}
            state={shownState}
            remote={remote}
            running={running}
            isOwnResultShown={isOwnKept}
          />
          {hasResult && <OutputTools output={output} isShown={isShown} onShownChange={setShown} />}
        </div>
        {isShown && (
          <RunOutput
            output={output}
            figures={figures}
            language={language}
            hasFailed={result !== null && result.outcome !== "finished"}
          />
        )}
      </section>
    </>
  );
}

/** Longest text that a run can read, so that a pasted file does not slow the page down. */
const maxInputCharacters = 20_000;

/** True when Python code reads input, which the user has to type first. */
export function readsInput(language: string, code: string): boolean {
  return language === "python" && /\binput\s*\(|\bsys\.stdin\b/.test(code);
}

interface RunInputProps {
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLTextAreaElement>;
}

/** The lines for `input()`. They stay in this page: each participant runs with their own. */
export function RunInput({ value, onChange, ref }: RunInputProps) {
  const id = useId();
  return (
    <div className="shrink-0 border-t border-line px-4 py-2">
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        Input for this code: one line for each <code className="font-mono">input()</code>, then Run
      </label>
      <TextArea
        id={id}
        ref={ref}
        rows={2}
        spellCheck={false}
        maxLength={maxInputCharacters}
        className="!min-h-14 !py-1.5 font-mono !text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** A run in the other participant's page, or in this person's page before it was reloaded. */
export interface RemoteRun {
  result: PadRunResult;
  /** The participant's name, or "you". */
  by: string;
}

export interface RemoteRunning extends RunInProgress {
  /** The participant's name. */
  by: string;
}

interface RunStatusProps {
  language: string;
  state: RunnerState;
  /** Shown instead of the user's own last run. */
  remote: RemoteRun | null;
  /** Shown instead of both. */
  running: RemoteRunning | null;
  /** Whether the result of this person's own last run stands below the other participant's run in progress. */
  isOwnResultShown?: boolean;
}

/** The runner's state in one line. Screen readers announce each step, but not each percent of the progress. */
export function RunStatus({ language, state, remote, running, isOwnResultShown = false }: RunStatusProps) {
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <div role="status" className="min-w-0">
        <StatusText language={language} state={state} remote={remote} running={running} />
      </div>
      {isOwnResultShown && <span className="text-ink-3">Below: your last run.</span>}
      {state.phase === "loading" && (
        <progress
          aria-label={`Loading ${loadingName(state)}`}
          value={state.progress}
          className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line accent-accent"
        />
      )}
    </div>
  );
}

function StatusText({ language, state, remote, running }: Omit<RunStatusProps, "isOwnResultShown">) {
  if (running) return <StatusLight status="live">{runningText(running, running.by)}</StatusLight>;
  if (remote) return <RunResultStatus {...runResultText(remote.result, remote.by)} />;
  switch (state.phase) {
    case "loading":
      return <StatusLight status="wait">{`Loading ${loadingName(state)}…`}</StatusLight>;
    case "starting":
      return <StartingStatus name={padLanguageNames[state.language]} />;
    case "running":
      return <StatusLight status="live">Running…</StatusLight>;
    case "ended":
      return <RunResultStatus {...runResultText(state.result, null)} />;
    case "unavailable":
      return <StatusLight status="bad">{unavailableText(state.language, state.cause)}</StatusLight>;
    case "idle":
      return <span className="text-ink-3">{idleText(language)}</span>;
  }
}

function RunResultStatus({ status, text }: ReturnType<typeof runResultText>) {
  return <StatusLight status={status}>{text}</StatusLight>;
}

/** After this long, people wonder whether it still works. In milliseconds. */
const slowStartMilliseconds = 6_000;

function StartingStatus({ name }: { name: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowStartMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <StatusLight status="wait">
      Starting {name}…{isSlow && <span> This device is slow, so it can take a minute.</span>}
    </StatusLight>
  );
}
