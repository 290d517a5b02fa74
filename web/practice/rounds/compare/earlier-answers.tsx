import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { formatDay } from "../../../format/format-day.ts";
import { formatTime } from "../../../format/format-time.ts";
import { CodeBlock, formatInline } from "../../../room/own-questions/question-text.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Card } from "../../../ui/display/card.tsx";
import { describePassedTests, measuredFacts } from "./measured-facts.ts";

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
              ...measuredFacts(answer).map(({ label, value }) => `${label}: ${value}`),
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

/** An answer as the candidate gave it. */
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
