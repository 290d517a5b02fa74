import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { ReactNode } from "react";
import { CodeBlock, formatInline, QuestionText } from "../../../room/own-questions/question-text.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { DescriptionList } from "../../../ui/display/description-list.tsx";
import { ReadAloud } from "../speech/read-aloud.tsx";
import { CriteriaTicks } from "./criteria-ticks.tsx";
import { EarlierAnswers, PastAnswer } from "./earlier-answers.tsx";
import { HiddenTests } from "./hidden-tests.tsx";
import { measuredFacts } from "./measured-facts.ts";

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
            Tick what you said. Nothing here grades your speech
            {question.code !== null && ", and tests check the code"}.
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
            <DescriptionList
              items={measuredFacts(answer).map(({ label, value }) => ({ term: label, detail: value }))}
            />
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
