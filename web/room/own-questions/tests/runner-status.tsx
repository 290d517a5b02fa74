import { Button } from "../../../ui/actions/button.tsx";
import { ProgressBar } from "../../../ui/display/progress-bar.tsx";
import { StatusLight } from "../../../ui/status/status-light.tsx";
import type { RunnerState } from "../../code-pads/run/code-runner.ts";
import { loadingName, runnableLanguageNames, unavailableText } from "../../code-pads/run/output/run-text.ts";

interface RunnerStatusProps {
  state: RunnerState;
  onStop: () => void;
}

/** The runner's state while tests run, or why it cannot run them. */
export function RunnerStatus({ state, onStop }: RunnerStatusProps) {
  const text = statusText(state);
  const isBusy = ["loading", "starting", "running"].includes(state.phase);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="status">{text && <StatusLight status={isBusy ? "wait" : "bad"}>{text}</StatusLight>}</div>
      {state.phase === "loading" && (
        <ProgressBar label={`Loading ${loadingName(state)}`} value={state.progress} className="w-32" />
      )}
      {isBusy && (
        <Button size="sm" variant="quiet" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

function statusText(state: RunnerState): string | null {
  switch (state.phase) {
    case "loading":
      return `Loading ${loadingName(state)}…`;
    case "starting":
      return `Starting ${runnableLanguageNames[state.language]}…`;
    case "running":
      return "Running the tests…";
    case "unavailable":
      return unavailableText(state.language, state.cause);
    default:
      return null;
  }
}
