import type { RunResult } from "@greenroom/contract/code-runs.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { CodeRunner, type RunnerState } from "./code-runner.ts";

/** The runner of a panel, for as long as the panel is there. `onResult` hears of every run that had begun. */
export function useCodeRunner(onResult: (result: RunResult) => void): [CodeRunner, RunnerState] {
  const latest = useRef(onResult);
  latest.current = onResult;
  const [runner] = useState(() => new CodeRunner((result) => latest.current(result)));
  useEffect(() => () => runner.close(), [runner]);
  return [runner, useSyncExternalStore(runner.subscribe, runner.read, runner.read)];
}
