import type { CodeTest, PythonTest } from "@greenroom/contract/practice/questions.ts";
import type { PadRunResult } from "@greenroom/contract/rooms/pad-runs.ts";
import { useEffect, useRef } from "react";
import type { RunnerState } from "../../code-pads/run/code-runner.ts";
import { runResultText } from "../../code-pads/run/run-text.ts";
import { useCodeRunner } from "../../code-pads/run/use-code-runner.ts";
import { buildPythonProgram, readPythonReports } from "./python-program.ts";
import type { TestRun } from "./test-run.ts";

interface Waiting {
  tests: readonly PythonTest[];
  marker: string;
  resolve: (run: TestRun | null) => void;
}

interface TestRunner {
  state: RunnerState;
  isBusy: boolean;
  /**
   * Runs tests in this page. Null when they could not start: the language could not be loaded, or the run was
   * stopped before.
   */
  run: (code: string, tests: readonly CodeTest[]) => Promise<TestRun | null>;
  stop: () => void;
}

/** Runs code against tests, in the same sandbox as the room's code pad. */
export function useTestRunner(): TestRunner {
  const waiting = useRef<Waiting | null>(null);
  const settle = (run: TestRun | null) => {
    const current = waiting.current;
    waiting.current = null;
    current?.resolve(run);
  };
  const [runner, state] = useCodeRunner((result) => {
    if (waiting.current !== null) settle(readRun(result, waiting.current));
  });
  useEffect(() => {
    if (state.phase !== "unavailable" && state.phase !== "idle") return;
    waiting.current?.resolve(null);
    waiting.current = null;
  }, [state.phase]);
  return {
    state,
    isBusy: ["loading", "starting", "running"].includes(state.phase),
    run: (code, tests) =>
      new Promise((resolve) => {
        const python = tests.filter((test) => test.kind === "python");
        const marker = `@@${crypto.randomUUID()}@@`;
        waiting.current?.resolve(null);
        waiting.current = { tests: python, marker, resolve };
        const program = buildPythonProgram(code, python, marker);
        void runner.run("python", { code: program, packageCode: code, input: "", tables: [] });
      }),
    stop: () => runner.stop(),
  };
}

function readRun(result: PadRunResult, { tests, marker }: Waiting): TestRun {
  const { outcomes, printed } = readPythonReports(result.output, tests, marker);
  const isWhole = result.outcome === "finished";
  return {
    outcomes,
    printed,
    durationMs: result.durationMs,
    stoppedBy: isWhole ? null : runResultText(result, null).text,
  };
}
