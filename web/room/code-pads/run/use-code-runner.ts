import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { CodeRunner, type RunnerState } from "./code-runner.ts";

/** The runner of a panel, for the lifetime of the panel. `onResult` is called for every run that had started. */
export function useCodeRunner(onResult: (result: PadRunResult) => void): [CodeRunner, RunnerState] {
  const latest = useRef(onResult);
  latest.current = onResult;
  const [runner] = useState(() => new CodeRunner((result) => latest.current(result)));
  useEffect(() => () => runner.close(), [runner]);
  return [runner, useStore(runner.store)];
}
