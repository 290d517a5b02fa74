import { CueLight } from "../../../ui/cue-light.tsx";
import type { RunnerState } from "./code-runner.ts";
import type { RemoteRun } from "./run-panel.tsx";
import { isRunnable, languageNames, resultWords } from "./run-words.ts";

interface RunStatusProps {
  language: string;
  state: RunnerState;
  /** Shown in place of the last run of one's own. */
  remote: RemoteRun | null;
}

/** What the runner is doing, in a line. It speaks up once a step; the percents are for the eye, and for who asks. */
export function RunStatus({ language, state, remote }: RunStatusProps) {
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <div role="status" className="min-w-0">
        <Words language={language} state={state} remote={remote} />
      </div>
      {state.phase === "loading" && (
        <progress
          aria-label={`Loading ${languageNames[state.language]}`}
          value={state.share}
          className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line accent-spot"
        />
      )}
    </div>
  );
}

function Words({ language, state, remote }: RunStatusProps) {
  if (remote) return <Ended {...resultWords(remote.result, remote.by)} />;
  switch (state.phase) {
    case "loading":
      return <CueLight status="wait">Loading {languageNames[state.language]}…</CueLight>;
    case "starting":
      return <CueLight status="wait">Starting {languageNames[state.language]}…</CueLight>;
    case "running":
      return <CueLight status="live">Running…</CueLight>;
    case "ended":
      return <Ended {...resultWords(state.result, null)} />;
    case "unavailable":
      return (
        <CueLight status="bad">
          {languageNames[state.language]} could not be loaded. Check your connection.
        </CueLight>
      );
    case "idle":
      return <span className="text-ink-3">{idleWords(language)}</span>;
  }
}

function Ended({ status, words }: ReturnType<typeof resultWords>) {
  return <CueLight status={status}>{words}</CueLight>;
}

function idleWords(language: string): string {
  if (!isRunnable(language)) return "Python and JavaScript can be run here.";
  return "Runs in this page, for both to see.";
}
