import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import { keepTestResults, type PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { CodeBlock } from "../../../room/own-questions/question-text.tsx";
import { RunnerStatus } from "../../../room/own-questions/tests/runner-status.tsx";
import { TestResults } from "../../../room/own-questions/tests/test-results.tsx";
import { countTests, type TestRun } from "../../../room/own-questions/tests/test-run.ts";
import { useTestRunner } from "../../../room/own-questions/tests/use-test-runner.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { practiceMessages } from "../messages.ts";
import { describePassedTests } from "./measured-facts.ts";

interface HiddenTestsProps {
  answer: PracticeAnswer;
  onSaved: (answer: PracticeAnswer) => void;
}

/** Runs all tests once over the submitted code, and stores the result. */
export function HiddenTests({ answer, onSaved }: HiddenTestsProps) {
  const { key, code, question, tests } = answer;
  const runner = useTestRunner();
  const [run, setRun] = useState<TestRun | null>(null);
  const hasStarted = useRef(false);
  const keep = useMutation({
    mutationFn: (body: Parameters<typeof keepResults>[1]) => keepResults(answer.id, body),
    onSuccess: onSaved,
  });
  const task = question.code;
  const visibleTests = task?.visibleTests ?? [];
  const canRun =
    task !== null && code !== null && key !== null && key.hiddenTests.length > 0 && !answer.hasChanged;
  const start = async () => {
    if (!canRun || runner.isBusy) return;
    const done = await runner.run(code, [...visibleTests, ...key.hiddenTests], task);
    setRun(done);
    if (done === null || tests?.hidden) return;
    const visible = done.outcomes.slice(0, visibleTests.length);
    const hidden = done.outcomes.slice(visibleTests.length);
    const failed = done.outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
    keep.mutate({ visible: countTests(visible), hidden: countTests(hidden), failed });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hidden tests run once, automatically
  useEffect(() => {
    if (hasStarted.current || tests?.hidden) return;
    hasStarted.current = true;
    void start();
  }, []);
  if (code === null) return null;
  return (
    <Card className="grid content-start gap-3">
      <h2 className="text-xl">Tests</h2>
      {run === null && tests?.hidden && (
        <p className="tabular">{describePassedTests(tests)} when you handed it in.</p>
      )}
      {run === null && tests?.visible && !tests.hidden && (
        <p className="tabular">
          {tests.visible.passed} of {countOf(tests.visible.total, "visible test")} passed when you ran them.
          All tests, the hidden ones too, run once now.
        </p>
      )}
      {run && <TestResults title="tests" run={run} />}
      <RunnerStatus state={runner.state} onStop={runner.stop} />
      {canRun && !runner.isBusy && run === null && (
        <Button variant="quiet" className="justify-self-start" onClick={start}>
          Run all tests
        </Button>
      )}
      <StatusMessage message={keep.error && errorMessage(keep.error, practiceMessages.answer)} tone="bad" />
      <details>
        <summary className="min-h-9 cursor-pointer py-1.5 text-sm">Your code</summary>
        <CodeBlock code={code} label="Your code" />
      </details>
    </Card>
  );
}

type Results = {
  visible: ReturnType<typeof countTests>;
  hidden: ReturnType<typeof countTests>;
  failed: string[];
};

function keepResults(id: string, body: Results): Promise<PracticeAnswer> {
  return call(keepTestResults, { params: { id }, body });
}
