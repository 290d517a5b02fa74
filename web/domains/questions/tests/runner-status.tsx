import { Button } from "../../../ui/actions/button.tsx";
import { ProgressBar } from "../../../ui/display/progress-bar.tsx";
import { CueLight } from "../../../ui/status/cue-light.tsx";
import type { RunnerState } from "../../code-pads/run/code-runner.ts";

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
      <div role="status">{text && <CueLight status={isBusy ? "wait" : "bad"}>{text}</CueLight>}</div>
      {state.phase === "loading" && (
        <ProgressBar label="Loading Python" value={state.progress} className="w-32" />
      )}
      {isBusy && (
        <Button size="sm" variant="danger" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

function statusText({ phase }: RunnerState): string | null {
  switch (phase) {
    case "loading":
      return "Loading Python…";
    case "starting":
      return "Starting Python…";
    case "running":
      return "Running the tests…";
    case "unavailable":
      return "Python could not be loaded. Check your connection and try again.";
    default:
      return null;
  }
}
