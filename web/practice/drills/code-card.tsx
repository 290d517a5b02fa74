import type { AnswerKey, PracticeQuestion, TestCount } from "@greenroom/contract/room/questions.ts";
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { countTests, type TestRun, testsAhead } from "../code-tasks/code-tests.ts";
import { LazyCodeField } from "../code-tasks/lazy-code-field.tsx";
import { RunnerStatus, TestResults, useTestRunner } from "../code-tasks/test-runner.tsx";

interface CodeCardProps {
  question: PracticeQuestion;
  /** Null until the card is turned. */
  answerKey: AnswerKey | null;
  isRevealing: boolean;
  /** Turns the card. Returns its other side, or null when it could not be loaded. */
  onReveal: () => Promise<AnswerKey | null>;
  /** Called with the results of all tests; null when the candidate gave up or the tests could not run. */
  onTested: (tests: TestCount | null) => void;
}

/** A card whose code can run against the visible tests any number of times, then once against all of them. */
export default function CodeCard({ question, answerKey, isRevealing, onReveal, onTested }: CodeCardProps) {
  const task = question.code;
  const [code, setCode] = useState(task?.starterCode ?? "");
  const [visible, setVisible] = useState<TestRun | null>(null);
  const [hidden, setHidden] = useState<TestRun | null>(null);
  const runner = useTestRunner();
  if (task === null) return null;
  const runVisible = async () => {
    if (!runner.isBusy && answerKey === null) setVisible(await runner.run(code, task.visibleTests, task));
  };
  const finish = async () => {
    const key = await onReveal();
    if (key === null) return;
    const run = await runner.run(code, [...task.visibleTests, ...key.hiddenTests], task);
    setVisible(null);
    setHidden(run);
    onTested(run === null ? null : countTests(run.outcomes));
  };
  const giveUp = async () => {
    if ((await onReveal()) !== null) onTested(null);
  };
  const isOpen = answerKey === null;
  return (
    <div className="grid gap-4">
      <LazyCodeField
        language={task.language}
        initialCode={task.starterCode}
        label="Your code"
        className="min-h-40 rounded-sm"
        onChange={setCode}
        onRun={runVisible}
      />
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" inactive={runner.isBusy} onClick={runVisible}>
            <Play aria-hidden="true" className="size-4" />
            Run tests
          </Button>
          <Button pending={isRevealing} inactive={runner.isBusy} onClick={finish}>
            Finish and check
          </Button>
          <Button variant="ghost" inactive={runner.isBusy || isRevealing} onClick={giveUp}>
            Give up
          </Button>
        </div>
      )}
      <RunnerStatus state={runner.state} onStop={runner.stop} />
      {visible && <TestResults title="visible tests" run={visible} />}
      {hidden && <TestResults title="tests" run={hidden} />}
      {isOpen && visible === null && (
        <p className="text-sm text-ink-2">{testsAhead(task)} when you finish.</p>
      )}
    </div>
  );
}
