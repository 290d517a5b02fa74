import type { InterviewerQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { ReactNode } from "react";
import { QuestionTables } from "../own-questions/question-tables.tsx";
import { CodeBlock, formatInline, QuestionText } from "../own-questions/question-text.tsx";

/** The question with its answer key. */
export function AnswerKey({ question }: { question: InterviewerQuestion }) {
  const { prompt, code, clarifications, followUps, criteria, modelAnswer, commonErrors, notes } = question;
  return (
    <div className="grid gap-2">
      <Part title="Prompt" isOpen>
        <QuestionText text={prompt} />
        {code && <QuestionTables tables={code.tables} />}
        {code && code.starterCode !== "" && <CodeBlock code={code.starterCode} label="Starter code" />}
      </Part>
      {notes !== "" && (
        <Part title="Your notes" isOpen>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</p>
        </Part>
      )}
      {followUps.length > 0 && (
        <Part title="Follow-ups" isOpen>
          <dl className="grid gap-2">
            {followUps.map(({ when, ask }) => (
              <div key={ask}>
                <dt className="text-sm text-ink-2">{formatInline(when)}</dt>
                <dd>{formatInline(ask)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {clarifications.length > 0 && (
        <Part title="Clarifications, if they ask">
          <dl className="grid gap-2">
            {clarifications.map(({ question: asked, answer }) => (
              <div key={asked}>
                <dt className="font-semibold">{formatInline(asked)}</dt>
                <dd>{formatInline(answer)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {criteria.length > 0 && (
        <Part title="What to look for">
          <dl className="grid gap-2">
            {criteria.map(({ name, one, three, five }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <Anchor score={1} text={one} />
                <Anchor score={3} text={three} />
                <Anchor score={5} text={five} />
              </div>
            ))}
          </dl>
        </Part>
      )}
      {modelAnswer !== "" && (
        <Part title="Model answer">
          <QuestionText text={modelAnswer} />
          {code?.referenceSolution && <CodeBlock code={code.referenceSolution} label="Reference solution" />}
        </Part>
      )}
      {commonErrors.length > 0 && (
        <Part title="Common errors">
          <ul className="grid list-disc gap-1 pl-5">
            {commonErrors.map((error) => (
              <li key={error}>{formatInline(error)}</li>
            ))}
          </ul>
        </Part>
      )}
      <p className="text-sm text-ink-2">
        Only you see this page. “Show to both” shows the prompt, not the rest.
      </p>
    </div>
  );
}

function Anchor({ score, text }: { score: number; text: string }) {
  return (
    <dd>
      <strong className="tabular">{score}:</strong> {formatInline(text)}
    </dd>
  );
}

interface PartProps {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Part({ title, isOpen = false, children }: PartProps) {
  return (
    <details open={isOpen} className="rounded-sm border border-line px-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="grid gap-3 pb-3 text-sm">{children}</div>
    </details>
  );
}
