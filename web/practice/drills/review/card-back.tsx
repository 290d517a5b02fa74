import type { CardKind } from "@greenroom/contract/practice/drills.ts";
import type { AnswerKey } from "@greenroom/contract/room/questions.ts";
import type { ReactNode } from "react";
import { CodeBlock, formatInline, QuestionText } from "../../../room/own-questions/question-text.tsx";

/** The other side of a card. */
export function CardBack({ kind, answerKey }: { kind: CardKind; answerKey: AnswerKey }) {
  const { modelAnswer, criteria, commonErrors, referenceSolution } = answerKey;
  const errors = (
    <Part title="Common errors">
      <ul className="grid list-disc gap-1.5 pl-5">
        {commonErrors.map((error) => (
          <li key={error}>{formatInline(error)}</li>
        ))}
      </ul>
    </Part>
  );
  if (kind === "errors") return errors;
  return (
    <div className="grid gap-5">
      <Part title="Model answer">
        <QuestionText text={modelAnswer} />
        {referenceSolution && <CodeBlock code={referenceSolution} label="Reference solution" />}
      </Part>
      <Part title="A very good answer">
        <dl className="grid gap-2">
          {criteria.map(({ name, five }) => (
            <div key={name}>
              <dt className="font-semibold">{name}</dt>
              <dd className="text-ink-2">{formatInline(five)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-text text-sm font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  );
}
