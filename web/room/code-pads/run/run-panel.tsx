import type { PadRunResult, RunFigure, RunInProgress } from "@greenroom/contract/room/pad-runs.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import clsx from "clsx";
import { Keyboard, Play, Square } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../ui/actions/button.tsx";
import { useIsShortViewport } from "../../../ui/hooks/use-visible-height.ts";
import type { RunnerState } from "./code-runner.ts";
import { OutputTools, RunOutput } from "./output/run-output.tsx";
import { isRunnable } from "./output/run-text.ts";
import { RunInput, readsInput } from "./run-input.tsx";
import { type RemoteRun, type RemoteRunning, RunStatus } from "./run-status.tsx";
import { useCodeRunner } from "./use-code-runner.ts";

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
  /** Called after each run in this page. */
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
      <div className="flex min-h-12 shrink-0 items-center gap-1.5 border-b border-dark-line px-2 py-1 lg:gap-3 lg:px-4">
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
              {shownState.phase === "unavailable" ? "Try again" : "Run"}
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
