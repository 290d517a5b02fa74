import clsx from "clsx";
import { CircleCheck, CircleX } from "lucide-react";
import { CodeBlock } from "../question-text.tsx";
import type { TestOutcome, TestProblem, TestRun } from "./test-run.ts";

interface TestResultsProps {
  title: string;
  run: TestRun;
}

/** The result of every test in a run, and the reason of each failure. */
export function TestResults({ title, run }: TestResultsProps) {
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
