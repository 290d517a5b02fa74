import type { PadRunResult, RunnableLanguage } from "@greenroom/contract/room/code-pad.ts";
import type { CodeTask, CodeTest, PythonTest, SqlTest } from "@greenroom/contract/room/questions.ts";
import clsx from "clsx";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type RunnerState, useCodeRunner } from "../../room/code-runs/code-runner.ts";
import type { RunRequest } from "../../room/code-runs/program-messages.ts";
import {
  loadingName,
  padLanguageNames,
  runResultText,
  unavailableText,
} from "../../room/code-runs/run-text.tsx";
import { CodeBlock } from "../../room/questions/question-text.tsx";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/content.tsx";
import { StatusLight } from "../../ui/status.tsx";
import {
  buildPythonProgram,
  readPythonReports,
  readSqlTest,
  type TestOutcome,
  type TestProblem,
  type TestRun,
  tablesOfTest,
} from "./code-tests.ts";

type Run = (language: RunnableLanguage, request: RunRequest) => Promise<PadRunResult | null>;

/** Runs code against tests, in the same sandbox as the room's code pad. */
export function useTestRunner() {
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
    /**
     * Runs tests of a task in this page. Null when they could not start: the language could not be loaded, or the run
     * was stopped before.
     */
    run: async (code: string, tests: readonly CodeTest[], task: CodeTask): Promise<TestRun | null> => {
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
    const problem = { error: "It did not run." };
    const notRun = tests.slice(outcomes.length).map(({ name }) => ({ name, passed: false, problem }));
    return { outcomes: [...outcomes, ...notRun], printed: "", durationMs, stoppedBy: reason };
  }
  return { outcomes, printed: "", durationMs, stoppedBy: null };
}

function stoppedBy(result: PadRunResult): string | null {
  return result.outcome === "finished" ? null : runResultText(result, null).text;
}

/** The runner's state while tests run, or why it cannot run them. */
export function RunnerStatus({ state, onStop }: { state: RunnerState; onStop: () => void }) {
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
      return `Starting ${padLanguageNames[state.language]}…`;
    case "running":
      return "Running the tests…";
    case "unavailable":
      return unavailableText(state.language, state.cause);
    default:
      return null;
  }
}

/** The result of every test in a run, and the reason of each failure. */
export function TestResults({ title, run }: { title: string; run: TestRun }) {
  const { outcomes, printed, stoppedBy } = run;
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  return (
    <section aria-label={title} className="grid gap-2">
      <div role="status">
        <h3 className="font-text text-base font-semibold">
          {passed} of {outcomes.length} {title} pass
        </h3>
      </div>
      {stoppedBy && <p className="text-sm font-medium text-red">{stoppedBy}</p>}
      <ul className="grid gap-1.5">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.name} outcome={outcome} />
        ))}
      </ul>
      {printed !== "" && (
        <details>
          <summary className="min-h-9 cursor-pointer py-1.5 text-sm text-ink-2">
            What your code printed
          </summary>
          <CodeBlock code={printed} label="Output" />
        </details>
      )}
    </section>
  );
}

function Outcome({ outcome: { name, passed, problem } }: { outcome: TestOutcome }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <li className="border-t border-line pt-1.5">
      <p className={clsx("flex items-start gap-2 text-sm", passed ? "text-ink" : "font-semibold text-red")}>
        <Icon aria-hidden="true" className={clsx("mt-0.5 size-4 shrink-0", passed && "text-green")} />
        <span>
          {name}
          <span className="sr-only">{passed ? ": passes" : ": fails"}</span>
        </span>
      </p>
      {problem && <Problem problem={problem} />}
    </li>
  );
}

function Problem({ problem: { error, line, call, got, wanted } }: { problem: TestProblem }) {
  const facts = [
    ["call", call],
    ["wanted", wanted],
    ["got", got ?? error],
    ["where", line === undefined ? undefined : `line ${line} of your code`],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== "");
  return (
    <dl className="mt-1 ml-6 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-sm border border-red-line bg-red-tint px-3 py-2 text-sm">
      {facts.map(([term, detail]) => (
        <div key={term} className="contents">
          <dt className="text-ink-2">{term}</dt>
          <dd className="min-w-0 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
