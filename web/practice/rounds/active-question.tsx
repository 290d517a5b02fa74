import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import type { MeasuredSpeech, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import {
  type PracticeQuestion,
  questionLevelNames,
  type TestCount,
} from "@greenroom/contract/room/questions.ts";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { Lightbulb, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { callOnce } from "../../api/calls.ts";
import { ApiError, errorMessage } from "../../api/client.ts";
import { formatClock } from "../../format/times.ts";
import { useDarkTheme } from "../../room/layout/room-layout.tsx";
import {
  CodeBlock,
  formatInline,
  QuestionTables,
  QuestionText,
} from "../../room/questions/question-text.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, dialogsPart } from "../../ui/dialogs.tsx";
import { LazyPart, useLoadAhead } from "../../ui/lazy-part.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { codeFieldPart } from "../code-tasks/lazy-code-field.tsx";
import { AnswerBox, DefendStage } from "./answer-box.tsx";
import { practiceMessages } from "./messages.ts";
import { ReadAloud } from "./read-aloud.tsx";
import { keptTextName, useStoredChoice } from "./stored-text.tsx";

/*
 * Parts of a round that its first question does not need. That question must appear fast, and these parts are
 * as large as everything that it needs. They load when the candidate begins to answer, long before their use.
 */

export const codeStagePart = {
  name: "The code task",
  load: () => import("./code-stage.tsx").then(({ CodeStage }) => CodeStage),
  lines: 6,
};
export const comparisonPart = {
  name: "The comparison",
  load: () => import("./compare-view.tsx").then(({ CompareView }) => CompareView),
  lines: 8,
};

/** For `useLoadAhead`. */
export const lazyParts = {
  withoutCode: [dialogsPart, comparisonPart],
  withCode: [dialogsPart, comparisonPart, codeStagePart, codeFieldPart],
};

interface ActiveQuestionProps {
  answer: PracticeAnswer;
  /** Why the question is not of the level or topic that was chosen; null if it is. */
  choiceNote?: string | null;
  /** Its time is over, or another tab ended it or started another one. */
  isRoundEnded?: boolean;
  /** The round's time is over, so that it ends within a minute. */
  isTimeUp?: boolean;
  /** On the server's clock. */
  now: Date;
  onChange: (answer: PracticeAnswer) => void;
  /** Called when the server's state is newer than this page's, because another tab continued the round. */
  onStale: () => void;
  /** Of an ended round. */
  onShowSummary?: () => void;
}

export function ActiveQuestion({
  answer,
  choiceNote = null,
  isRoundEnded = false,
  isTimeUp = false,
  now,
  onChange,
  onStale,
  onShowSummary,
}: ActiveQuestionProps) {
  useDarkTheme();
  useLoadAhead(answer.question.code === null ? lazyParts.withoutCode : lazyParts.withCode);
  const { id, stage, question, followUps } = answer;
  const [isConfirming, setConfirming] = useState(false);
  const openIndex = followUps.findIndex((followUp) => followUp.answer === null);
  const [unsent, setUnsent] = useState("");
  const options = {
    onSuccess: onChange,
    onError: (error: Error, sent: object) => {
      if (!(error instanceof ApiError && error.code === "conflict")) return;
      // "Finish question" sends no text, and must not take away one that is shown.
      if ("text" in sent) setUnsent(String(sent.text));
      onStale();
    },
  };
  const explain = useMutation({
    mutationFn: (said: { text: string; speech: MeasuredSpeech | null }) =>
      callOnce("POST /api/practice/answers/:id/explanation", { params: { id }, body: said }),
    ...options,
  });
  const defend = useMutation({
    mutationFn: (said: { text: string; speech: MeasuredSpeech | null }) =>
      callOnce("POST /api/practice/answers/:id/follow-ups/:index", {
        params: { id, index: openIndex },
        body: said,
      }),
    ...options,
  });
  const finish = useMutation({
    mutationFn: (body: { code: string | null; visible: TestCount | null }) =>
      callOnce("POST /api/practice/answers/:id/finish", { params: { id }, body }),
    ...options,
  });
  const problem = (error: Error | null) => error && errorMessage(error, practiceMessages.answer);
  const task = stage === "code" ? question.code : null;
  const isCoding = task !== null;
  const textName = keptTextName(answer) ?? "";
  return (
    <div
      className={clsx(
        "mx-auto grid w-full gap-4 p-3 sm:p-5",
        isCoding ? "max-w-[90rem] lg:grid-cols-2" : "max-w-3xl",
      )}
    >
      <div className="grid content-start gap-6 rounded-md border border-dark-line bg-card p-4 text-ink sm:p-6">
        <QuestionPanel question={question} note={choiceNote} showsCode={!isCoding} />
        <AnswersSoFar answer={answer} />
        <div role="status" className="empty:absolute">
          {(isRoundEnded || isTimeUp) && (
            <p className="rounded-sm border border-accent-line bg-accent-tint p-3 text-sm">
              {isRoundEnded
                ? "This round has ended, so it takes no more answers. What you wrote is kept in this browser, and you can copy it."
                : "Time is up. You can still send what you have written: the round ends within a minute."}
            </p>
          )}
        </div>
        {isRoundEnded && onShowSummary !== undefined && (
          <Button className="justify-self-start" onClick={onShowSummary}>
            Go to the summary
          </Button>
        )}
        <UnsentText text={isStored(answer, unsent) ? "" : unsent} isRoundEnded={isRoundEnded} />
        {stage === "explain" && (
          <AnswerBox
            key="explain"
            name={textName}
            label="Explain your approach"
            submitLabel="Send explanation"
            isPending={explain.isPending}
            isClosed={isRoundEnded}
            error={problem(explain.error)}
            onSubmit={explain.mutateAsync}
          />
        )}
        {stage === "defend" && (
          <DefendStage
            answer={answer}
            isPending={defend.isPending}
            isClosed={isRoundEnded}
            error={problem(defend.error)}
            onChange={onChange}
            onSubmit={defend.mutateAsync}
          />
        )}
        {!isRoundEnded && <HintLadder answer={answer} now={now} onChange={onChange} />}
        {!isCoding && !isRoundEnded && (
          <Button
            variant="ghost"
            flush
            className="justify-self-start"
            pending={finish.isPending}
            onClick={() => setConfirming(true)}
          >
            Finish question
          </Button>
        )}
        <ConfirmDialog
          open={isConfirming && !isRoundEnded}
          title="Finish this question now?"
          message="You'll see the model answer, and can no longer change yours."
          confirmLabel="Finish question"
          cancelLabel="Keep going"
          pending={finish.isPending}
          onConfirm={() =>
            finish.mutate({ code: null, visible: null }, { onSettled: () => setConfirming(false) })
          }
          onCancel={() => setConfirming(false)}
        />
      </div>
      {task !== null && (
        <div className="rounded-md border border-dark-line bg-card p-3 text-ink sm:p-5">
          <LazyPart source={codeStagePart}>
            {(CodeStage) => (
              <CodeStage
                name={textName}
                task={task}
                isPending={finish.isPending}
                isClosed={isRoundEnded}
                error={problem(finish.error)}
                onFinish={finish.mutateAsync}
              />
            )}
          </LazyPart>
        </div>
      )}
    </div>
  );
}

/** A text whose confirmation was lost can be refused when it is sent again after a reload. */
function isStored({ explanation, followUps }: PracticeAnswer, text: string): boolean {
  return [explanation, ...followUps.map(({ answer }) => answer)].includes(text.trim());
}

/** The text that could not be sent, because another tab or a lost request continued the question or ended the round. */
function UnsentText({ text, isRoundEnded }: { text: string; isRoundEnded: boolean }) {
  return (
    // Screen readers do not announce the first text of an element that was hidden until then.
    <div role="status" className="empty:absolute">
      {text !== "" && (
        <div className="grid gap-2 rounded-sm border border-accent-line bg-accent-tint p-3 text-sm">
          <p className="font-semibold">
            {isRoundEnded
              ? "This round has ended, so this was not sent. You can copy it from here:"
              : "You had already answered this, here or in another tab, so this was not sent. You can copy it from here:"}
          </p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
        </div>
      )}
    </div>
  );
}

interface QuestionPanelProps {
  question: PracticeQuestion;
  /** Why it is not of the level or topic that was chosen; null if it is. */
  note: string | null;
  showsCode: boolean;
}

/** The question, which is read aloud unless the person has switched that off. */
export function QuestionPanel({ question, note, showsCode }: QuestionPanelProps) {
  const [reading, setReading] = useStoredChoice("greenroom.practice-reading");
  const { topic, level, minutes, title, prompt, clarifications, code } = question;
  return (
    <section aria-labelledby="question-title" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <p>
          {questionTopicNames[topic]}, {questionLevelNames[level].toLowerCase()}, about {minutes} minutes
        </p>
        <ReadAloud
          text={`${title}. ${prompt}`}
          startsByItself={reading !== "off"}
          onChange={(isOn) => setReading(isOn ? "on" : "off")}
        />
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

/** The candidate's answers to this question so far. */
export function AnswersSoFar({ answer: { explanation, followUps } }: { answer: PracticeAnswer }) {
  const answered = followUps.filter(({ answer }) => answer !== null);
  if (explanation === "") return null;
  return (
    <section aria-label="What you said so far" className="grid gap-3 border-l border-green-line pl-4">
      <div>
        <h2 className="font-text text-sm font-semibold">Explain</h2>
        <Said text={explanation} />
      </div>
      {answered.map(({ ask, answer }) => (
        <div key={ask}>
          <h2 className="font-text text-sm font-semibold">Defend</h2>
          <p className="text-sm text-ink-2">{formatInline(ask)}</p>
          <Said text={answer || "Skipped."} />
        </div>
      ))}
    </section>
  );
}

/** A long text is cut off after four lines, so that the answer field stays in view, and can be shown whole. */
function Said({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useEffect(() => {
    const element = paragraph.current;
    setCut(element !== null && element.scrollHeight > element.clientHeight + 1);
  }, [text]);
  return (
    <>
      <p
        ref={paragraph}
        className={clsx("whitespace-pre-line [overflow-wrap:anywhere]", !isWhole && "line-clamp-4")}
      >
        {text}
      </p>
      {isCut && (
        <Button variant="ghost" size="sm" flush aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}

interface HintLadderProps {
  answer: PracticeAnswer;
  /** On the server's clock. */
  now: Date;
  onChange: (answer: PracticeAnswer) => void;
}

/** The open hints, and the next one with the time until it opens. */
export function HintLadder({ answer, now, onChange }: HintLadderProps) {
  const { opened, total, nextOpensAt } = answer.hints;
  const open = useMutation({
    mutationFn: () =>
      callOnce("POST /api/practice/answers/:id/hints", { params: { id: answer.id } }, opened.length),
    onSuccess: onChange,
  });
  const waitSeconds = nextOpensAt === null ? 0 : Math.ceil((Date.parse(nextOpensAt) - now.getTime()) / 1000);
  return (
    <section aria-labelledby="hints-title" className="grid gap-2">
      <h2 id="hints-title" className="flex items-center gap-2 font-text text-sm font-semibold">
        <Lightbulb aria-hidden="true" className="size-4" />
        Hints
        <span className="font-normal text-ink-2">
          {opened.length} of {total} used
        </span>
      </h2>
      <ol className="grid gap-2" aria-live="polite">
        {opened.map(({ text }) => (
          <li key={text} className="border-l-2 border-accent pl-3 text-sm">
            {formatInline(text)}
          </li>
        ))}
      </ol>
      {nextOpensAt !== null &&
        (waitSeconds > 0 ? (
          <p className="flex items-center gap-2 text-sm text-ink-2 tabular">
            <Lock aria-hidden="true" className="size-3.5" />
            Hint {opened.length + 1} opens in {formatClock(waitSeconds)}
          </p>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            className="justify-self-start"
            pending={open.isPending}
            pendingLabel="Opening the hint…"
            onClick={() => open.mutate()}
          >
            Open hint {opened.length + 1}
          </Button>
        ))}
      <StatusMessage message={open.error && errorMessage(open.error, practiceMessages.hint)} tone="bad" />
    </section>
  );
}
