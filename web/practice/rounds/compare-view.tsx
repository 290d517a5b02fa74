import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import {
  type keepTestResults,
  type PracticeAnswer,
  sumTests,
  type TestResults as TestCounts,
} from "@greenroom/contract/practice/rounds.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type z from "zod";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { formatClock, formatDay, formatTime } from "../../format/times.ts";
import { CodeBlock, formatInline, QuestionText } from "../../room/questions/question-text.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { DescriptionList, Pill } from "../../ui/content.tsx";
import { Checkbox } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { countTests, type TestRun } from "../code-tasks/code-tests.ts";
import { RunnerStatus, TestResults, useTestRunner } from "../code-tasks/test-runner.tsx";
import { practiceMessages } from "./messages.ts";
import { ReadAloud } from "./read-aloud.tsx";

interface CompareViewProps {
  answer: PracticeAnswer;
  earlier: readonly PracticeAnswer[];
  actions: ReactNode;
  onSaved: (answer: PracticeAnswer) => void;
}

/** A finished answer beside the model answer, the criteria, the tests and the measured facts. */
export function CompareView({ answer, earlier, actions, onSaved }: CompareViewProps) {
  const { key, question, hasChanged } = answer;
  if (key === null) return null;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <p className="text-sm text-ink-2">{question.title}</p>
          <h1 className="text-2xl">How did it go?</h1>
          <p className="mt-1 max-w-2xl text-ink-2">
            {`Tick what you said. Nothing here grades your speech${question.code === null ? "" : ", and tests check the code"}.`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </header>
      {hasChanged && (
        <p className="text-sm text-ink-2">This question has been changed since you answered it.</p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Card className="grid gap-3">
            <h2 className="text-xl">Your answer</h2>
            <PastAnswer answer={{ ...answer, code: null }} />
          </Card>
          <HiddenTests key={answer.id} answer={answer} onSaved={onSaved} />
          <Card>
            <h2 className="mb-2 text-xl">Measured</h2>
            <DescriptionList items={measuredFacts(answer)} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-4">
          <Card className="grid content-start gap-3">
            <h2 className="text-xl">The model answer</h2>
            <QuestionText text={key.modelAnswer} />
            <ReadAloud text={key.modelAnswer} label="Hear it" />
            {key.referenceSolution && <CodeBlock code={key.referenceSolution} label="Reference solution" />}
            <h3 className="font-text text-base font-semibold">Common errors</h3>
            <ul className="grid list-disc gap-1.5 pl-5 text-sm">
              {key.commonErrors.map((error) => (
                <li key={error}>{formatInline(error)}</li>
              ))}
            </ul>
          </Card>
          <CriteriaTicks key={answer.id} answer={answer} />
        </div>
      </div>
      <EarlierAnswers earlier={earlier} />
    </div>
  );
}

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
    mutationFn: (body: z.input<typeof keepTestResults.body>) =>
      call("PUT /api/practice/answers/:id/tests", { params: { id: answer.id }, body }),
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

/** The criteria of a question, which the candidate ticks. This is self-assessment, not a score. */
export function CriteriaTicks({ answer }: { answer: PracticeAnswer }) {
  const queryClient = useQueryClient();
  const [ticks, setTicks] = useState<readonly number[]>(answer.ticks);
  const saved = useRef(ticks);
  /** The user's last choice. The answer to an earlier choice does not change the boxes. */
  const latest = useRef(ticks);
  const save = useMutation({
    mutationFn: (chosen: readonly number[]) =>
      call("PUT /api/practice/answers/:id/ticks", {
        params: { id: answer.id },
        body: { ticks: [...chosen] },
      }),
    // Runs one at a time, so that the last choice wins.
    scope: { id: `ticks ${answer.id}` },
    onError: (_, chosen) => {
      if (chosen === latest.current) show(saved.current);
    },
    onSuccess: (_, chosen) => {
      saved.current = chosen;
      return queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/practice/answers/:id") });
    },
  });
  const show = (chosen: readonly number[]) => {
    latest.current = chosen;
    setTicks(chosen);
  };
  const criteria = answer.key?.criteria ?? [];
  const toggle = (place: number, isTicked: boolean) => {
    const chosen = isTicked ? [...ticks, place] : ticks.filter((each) => each !== place);
    show(chosen);
    save.mutate(chosen);
  };
  return (
    <Card className="grid content-start gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl">Did you say it?</h2>
        <Pill dot={false} status="ready">
          {ticks.length} of {criteria.length}
        </Pill>
      </div>
      <ul className="grid">
        {criteria.map(({ name, one, three, five }, place) => (
          <li key={name} className="border-t border-line py-2 first:border-t-0">
            <Checkbox
              label={<span className="font-semibold">{name}</span>}
              checked={ticks.includes(place)}
              onChange={(event) => toggle(place, event.target.checked)}
            />
            <p className="ml-8 text-sm">{formatInline(five)}</p>
            <details className="ml-8 text-sm text-ink-2">
              <summary className="min-h-9 cursor-pointer py-1.5">Weaker answers</summary>
              <p>A weak one: {formatInline(one)}</p>
              <p>A fair one: {formatInline(three)}</p>
            </details>
          </li>
        ))}
      </ul>
      <StatusMessage message={save.error && errorMessage(save.error, practiceMessages.answer)} tone="bad" />
    </Card>
  );
}

/** Earlier answers to the same question, to compare with the new one. */
export function EarlierAnswers({ earlier }: { earlier: readonly PracticeAnswer[] }) {
  const timeZone = useTimeZone();
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier-title" className="grid gap-3">
      <h2 id="earlier-title" className="text-xl">
        Your earlier answers to this question
      </h2>
      {earlier.map((answer) => (
        <Card key={answer.id} className="grid gap-2">
          <h3 className="font-text text-base font-semibold">
            {formatDay(new Date(answer.startedAt), timeZone)},{" "}
            {formatTime(new Date(answer.startedAt), timeZone)}
          </h3>
          <p className="text-sm text-ink-2 tabular">
            {[
              `${answer.ticks.length} of ${answer.key?.criteria.length ?? 0} criteria`,
              describePassedTests(answer.tests),
              ...measuredFacts(answer).map(({ term, detail }) => `${term}: ${detail}`),
            ]
              .filter((part) => part !== null)
              .join(" · ")}
          </p>
          <PastAnswer answer={answer} />
        </Card>
      ))}
    </section>
  );
}

export function PastAnswer({ answer: { explanation, followUps, code } }: { answer: PracticeAnswer }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {explanation || "Nothing was explained."}
      </p>
      {followUps.map(({ ask, answer }) => (
        <div key={ask}>
          <p className="text-sm text-ink-2">{formatInline(ask)}</p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{answer || "Skipped."}</p>
        </div>
      ))}
      {code && <CodeBlock code={code} label="Code" />}
    </div>
  );
}

/** Less speech than this is too little to measure a pace. */
const leastSpokenSeconds = 10;

/** The measured facts of an answer, without those that were not measured. */
export function measuredFacts(answer: PracticeAnswer) {
  const { speech, hints, startedAt, explainedAt, finishedAt, explanation, followUps } = answer;
  const facts: { term: string; detail: string }[] = [];
  const seconds = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 1000;
  if (speech !== null && speech.spokenSeconds >= leastSpokenSeconds) {
    const pace = Math.round(speech.words / (speech.spokenSeconds / 60));
    facts.push({ term: "Pace", detail: `${pace} words a minute` });
  }
  if (speech !== null)
    facts.push({ term: "Longest silence", detail: formatClock(speech.longestSilenceSeconds) });
  if (explainedAt !== null)
    facts.push({ term: "Until explained", detail: formatClock(seconds(startedAt, explainedAt)) });
  if (finishedAt !== null)
    facts.push({ term: "Whole answer", detail: formatClock(seconds(startedAt, finishedAt)) });
  const words = [explanation, ...followUps.map((followUp) => followUp.answer ?? "")].join(" ");
  const count = words.split(/\s+/).filter(Boolean).length;
  if (count > 0) facts.push({ term: "Words", detail: String(count) });
  if (hints.total > 0) facts.push({ term: "Hints", detail: `${hints.opened.length} of ${hints.total}` });
  return facts;
}

/** The tests that the submitted code passed, in words; null when none ran. */
export function describePassedTests(tests: TestCounts | null): string | null {
  const ran = sumTests(tests);
  return ran === null ? null : `${ran.passed} of ${countOf(ran.total, "test")} passed`;
}
