import type { CodeTask, TestCount } from "@greenroom/contract/room/questions.ts";
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useOneAtATime } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";
import { countTests, type TestRun, testsAhead } from "../code-tasks/code-tests.ts";
import { LazyCodeField } from "../code-tasks/lazy-code-field.tsx";
import { RunnerStatus, TestResults, useTestRunner } from "../code-tasks/test-runner.tsx";
import { useStoredText } from "./stored-text.tsx";

interface CodeStageProps {
  /** The key under which the browser stores the code. */
  name: string;
  task: CodeTask;
  isPending: boolean;
  /** The round takes no more answers, but the code can be run and copied. */
  isClosed?: boolean;
  error: string | null;
  /** Rejects when sending failed; then the code stays. */
  onFinish: (answer: { code: string; visible: TestCount | null }) => Promise<unknown>;
}

/** The code of a question: the candidate writes it, runs it against the visible tests, and submits it. */
export function CodeStage({ name, task, isPending, isClosed = false, error, onFinish }: CodeStageProps) {
  const { text: code, setText: setCode, forget } = useStoredText(name, task.starterCode);
  const [initialCode] = useState(code);
  const [run, setRun] = useState<TestRun | null>(null);
  const [ranCode, setRanCode] = useState<string | null>(null);
  const runner = useTestRunner();
  const runTests = async () => {
    if (runner.isBusy) return;
    const done = await runner.run(code, task.visibleTests, task);
    setRun(done);
    setRanCode(done === null ? null : code);
  };
  const oneAtATime = useOneAtATime();
  const finish = () =>
    oneAtATime(async () => {
      // A result counts only for the code that was run.
      const visible = run !== null && ranCode === code ? countTests(run.outcomes) : null;
      const sent = await onFinish({ code, visible }).then(
        () => true,
        () => false,
      );
      if (sent) forget();
    });
  return (
    <section aria-label="Code" className="flex min-h-0 flex-col gap-3">
      <LazyCodeField
        language={task.language}
        initialCode={initialCode}
        label="Your code"
        className="min-h-64 rounded-sm lg:min-h-96 border border-dark-line"
        onChange={setCode}
        onRun={runTests}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="accent"
          inactive={runner.isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={runTests}
        >
          <Play aria-hidden="true" className="size-4 fill-current" />
          Run tests
        </Button>
        <Button
          pending={isPending}
          pendingLabel="Handing in…"
          inactive={runner.isBusy || isClosed}
          onClick={finish}
        >
          Finish question
        </Button>
      </div>
      <RunnerStatus state={runner.state} onStop={runner.stop} />
      {run ? (
        <TestResults title="visible tests" run={run} />
      ) : (
        <p className="text-sm text-ink-2">{testsAhead(task)} once, when you finish.</p>
      )}
      <StatusMessage message={error} tone="bad" />
    </section>
  );
}
