import { questionLevelNames, questionTopicNames } from "@greenroom/contract/room/question-options.ts";
import type { PracticeQuestion } from "@greenroom/contract/room/questions.ts";
import { QuestionTables } from "../../../room/own-questions/question-tables.tsx";
import { CodeBlock, formatInline, QuestionText } from "../../../room/own-questions/question-text.tsx";
import { ReadAloud } from "../speech/read-aloud.tsx";
import { useReadAloud } from "../speech/use-read-aloud.ts";

interface QuestionPanelProps {
  question: PracticeQuestion;
  /** Why it is not of the level or topic that was chosen; null if it is. */
  note: string | null;
  showsCode: boolean;
}

/** The question, which is read aloud unless the person has switched that off. */
export function QuestionPanel({ question, note, showsCode }: QuestionPanelProps) {
  const [isReading, setReading] = useReadAloud();
  const { topic, level, minutes, title, prompt, clarifications, code } = question;
  return (
    <section aria-labelledby="question-title" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <p>
          {questionTopicNames[topic]}, {questionLevelNames[level].toLowerCase()}, about {minutes} minutes
        </p>
        <ReadAloud text={`${title}. ${prompt}`} startsByItself={isReading} onChange={setReading} />
      </div>
      {note !== null && <p className="text-sm text-ink-2">{note}</p>}
      <h1 id="question-title" className="text-xl">
        {title}
      </h1>
      <QuestionText text={prompt} />
      {code && <QuestionTables tables={code.tables} />}
      <details className="text-sm">
        <summary className="min-h-9 cursor-pointer py-1.5 text-ink-2">
          Questions that you could ask ({clarifications.length})
        </summary>
        <dl className="grid gap-2">
          {clarifications.map((clarification) => (
            <div key={clarification.question}>
              <dt className="font-semibold">{formatInline(clarification.question)}</dt>
              <dd className="text-ink-2">{formatInline(clarification.answer)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {showsCode && code && (
        <details className="text-sm">
          <summary className="min-h-9 cursor-pointer py-1.5 text-ink-2">Starter code for later</summary>
          <CodeBlock code={code.starterCode} label="Starter code" />
        </details>
      )}
    </section>
  );
}
