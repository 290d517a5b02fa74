import type { PadRunResult, RunInProgress } from "@greenroom/contract/room/pad-runs.ts";
import { useEffect, useState } from "react";
import { StatusLight } from "../../../ui/status/status-light.tsx";
import type { RunnerState } from "./code-runner.ts";
import {
  idleText,
  loadingName,
  runnableLanguageNames,
  runningText,
  runResultText,
  unavailableText,
} from "./output/run-text.ts";

/** A run in the other participant's page, or in this person's page before it was reloaded. */
export interface RemoteRun {
  result: PadRunResult;
  /** The participant's name, or "you". */
  by: string;
}

/** A run in progress in the other participant's page. */
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
      return <StatusLight status="wait">Loading {loadingName(state)}…</StatusLight>;
    case "starting":
      return <StartingStatus name={runnableLanguageNames[state.language]} />;
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
  const isSlow = useIsSlow(slowStartMilliseconds);
  return (
    <StatusLight status="wait">
      Starting {name}…{isSlow && " This device is slow, so it can take a minute."}
    </StatusLight>
  );
}

/** True once the component has been shown for so many milliseconds. */
function useIsSlow(milliseconds: number): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isSlow;
}
