import type { ShownQuestion } from "@greenroom/contract/room/room-questions.ts";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useId, useState } from "react";
import { formatClock } from "../../format/times.ts";
import { useIsKeyboardOpen } from "../../ui/hooks.ts";
import { formatInline, QuestionTables, QuestionText } from "./question-text.tsx";

interface ShownQuestionCardProps {
  question: ShownQuestion | null;
  /** False for the interviewer, who reads the question in their own panel. */
  startsOpen: boolean;
  /** The server's clock: for the interviewer, the card says how long the question has been shown. Null for others. */
  now: Date | null;
}

/** The question that both see: its prompt, its data, and the hints that were shown. It can be folded. */
export function ShownQuestionCard({ question, startsOpen, now }: ShownQuestionCardProps) {
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {question && announcement(question)}
      </p>
      {question && <Card key={question.id} question={question} startsOpen={startsOpen} now={now} />}
    </>
  );
}

function announcement({ title, hints }: ShownQuestion): string {
  const hint = hints.at(-1);
  return hint === undefined ? `A question is shown: ${title}.` : `A hint is shown: ${hint}`;
}

interface CardProps extends ShownQuestionCardProps {
  question: ShownQuestion;
}

function Card({ question, startsOpen, now }: CardProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  // On a phone, typing needs the space more than the question.
  const hasKeyboard = useIsKeyboardOpen();
  const id = useId();
  const { title, prompt, code, hints, shownAt, minutes } = question;
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <section
      aria-label="The question"
      className="mb-2 flex max-h-[38%] shrink-0 flex-col flat:col-start-1 flat:row-start-2 flat:mb-0 flat:max-h-none overflow-hidden rounded-md border border-accent-line bg-card"
    >
      <h2 className="font-text text-base">
        <button
          type="button"
          aria-expanded={isOpen && !hasKeyboard}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-left font-semibold hover:bg-sunk focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 grow truncate">{title}</span>
          {hints.length > 0 && (
            <span className="shrink-0 text-sm font-normal text-ink-2">
              {hints.length === 1 ? "1 hint" : `${hints.length} hints`}
            </span>
          )}
          {now !== null && (
            <span className="shrink-0 text-sm font-normal text-ink-2 tabular">
              {formatClock((now.getTime() - Date.parse(shownAt)) / 1000)}
              {minutes !== null && <span> of {minutes} min</span>}
            </span>
          )}
          <Icon aria-hidden="true" className="size-5 shrink-0" />
        </button>
      </h2>
      <section
        id={id}
        hidden={!isOpen || hasKeyboard}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="overflow-y-auto px-3 pb-3 focus-visible:-outline-offset-2"
      >
        <div className="grid gap-3">
          <QuestionText text={prompt} />
          {code && <QuestionTables tables={code.tables} />}
          {hints.length > 0 && (
            <ol aria-label="Hints" className="grid gap-2">
              {hints.map((hint, index) => (
                <li key={hint} className="border-l-2 border-accent pl-3 text-sm">
                  <span className="font-semibold">Hint {index + 1}:</span> {formatInline(hint)}
                </li>
              ))}
            </ol>
          )}
        </div>
      </section>
    </section>
  );
}
