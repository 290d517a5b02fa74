import type { PadRunResult, RunnableLanguage } from "@greenroom/contract/room/pad-runs.ts";
import type { CodeTask, CodeTest, PythonTest, SqlTest } from "@greenroom/contract/room/questions.ts";
import { useEffect, useRef, useState } from "react";
import type { RunnerState } from "../../code-pads/run/code-runner.ts";
import { runResultText } from "../../code-pads/run/output/run-text.ts";
import type { RunRequest } from "../../code-pads/run/run-messages.ts";
import { useCodeRunner } from "../../code-pads/run/use-code-runner.ts";
import { buildPythonProgram, readPythonReports } from "./python-program.ts";
import { readSqlTest, tablesOfTest } from "./sql-tests.ts";
import type { TestOutcome, TestRun } from "./test-run.ts";

type Run = (language: RunnableLanguage, request: RunRequest) => Promise<PadRunResult | null>;

interface TestRunner {
  state: RunnerState;
  isBusy: boolean;
  /**
   * Runs tests of a task in this page. Null when they could not start: the language could not be loaded, or the run
   * was stopped before.
   */
  run: (code: string, tests: readonly CodeTest[], task: CodeTask) => Promise<TestRun | null>;
  stop: () => void;
}

/** Runs code against tests, in the same sandbox as the room's code pad. */
export function useTestRunner(): TestRunner {
  const waiting = useRef<((result: PadRunResult | null) => void) | null>(null);
  const [isTesting, setTesting] = useState(false);
  const settle = (result: PadRunResult | null) => {
    const resolve = waiting.current;
    waiting.current = null;
    resolve?.(result);
  };
  const [runner, state] = useCodeRunner(settle);
  useEffect(() => {
    if (state.phase !== "unavailable" && state.phase !== "idle") return;
    waiting.current?.(null);
    waiting.current = null;
  }, [state.phase]);
  const run: Run = (language, request) =>
    new Promise((resolve) => {
      settle(null);
      waiting.current = resolve;
      void runner.run(language, request);
    });
  return {
    state,
    // Between two tests of SQL nothing runs.
    isBusy: isTesting || ["loading", "starting", "running"].includes(state.phase),
    run: async (code, tests, task) => {
      setTesting(true);
      try {
        return await (task.language === "sql"
          ? runSqlTests(run, code, tests, task)
          : runPythonTests(run, code, tests));
      } finally {
        setTesting(false);
      }
    },
    stop: () => runner.stop(),
  };
}

/** All tests in one program. */
async function runPythonTests(
  run: Run,
  code: string,
  allTests: readonly CodeTest[],
): Promise<TestRun | null> {
  const tests = allTests.filter((test): test is PythonTest => test.kind === "python");
  const marker = `@@${crypto.randomUUID()}@@`;
  const program = buildPythonProgram(code, tests, marker);
  const result = await run("python", { code: program, packageCode: code, input: "", tables: [] });
  if (result === null) return null;
  const { outcomes, printed } = readPythonReports(result.output, tests, marker);
  return { outcomes, printed, durationMs: result.durationMs, stoppedBy: stoppedBy(result) };
}

/** One run for each test, because each has its own tables. */
async function runSqlTests(
  run: Run,
  code: string,
  allTests: readonly CodeTest[],
  task: CodeTask,
): Promise<TestRun | null> {
  const tests = allTests.filter((test): test is SqlTest => test.kind === "sql");
  const outcomes: TestOutcome[] = [];
  let durationMs = 0;
  for (const test of tests) {
    const tables = tablesOfTest(task.tables, test);
    const result = await run("sql", { code, input: "", tables, isTest: true });
    if (result === null) return null;
    durationMs += result.durationMs;
    outcomes.push(readSqlTest(test, result, task));
    const reason = result.outcome === "failed" ? null : stoppedBy(result);
    if (reason === null) continue;
    const others = tests.slice(outcomes.length);
    const notRun = others.map(({ name }) => ({
      name,
      passed: false,
      problem: { error: "It did not run." },
    }));
    return { outcomes: [...outcomes, ...notRun], printed: "", durationMs, stoppedBy: reason };
  }
  return { outcomes, printed: "", durationMs, stoppedBy: null };
}

function stoppedBy(result: PadRunResult): string | null {
  return result.outcome === "finished" ? null : runResultText(result, null).text;
}
