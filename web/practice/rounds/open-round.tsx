import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  type AnswerStage,
  type PracticeAnswer,
  type PracticeRound,
  roundGraceSeconds,
} from "@greenroom/contract/practice/rounds.ts";
import { questionLevelNames, questionRoleNames } from "@greenroom/contract/room/questions.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { callOnce } from "../../api/calls.ts";
import { errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { useSite } from "../../app/page-data.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Countdown } from "../../ui/content.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { useNow } from "../../ui/hooks.ts";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { Logo } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { ActiveQuestion, AnswersSoFar, comparisonPart } from "./active-question.tsx";
import { AnswerList } from "./answer-list.tsx";
import { practiceMessages } from "./messages.ts";
import { KeptText } from "./stored-text.tsx";

/**
 * A round on the server's clock: its open question, the comparison after the question is finished, and the summary
 * after the round is ended.
 */
export function OpenRound({ round }: { round: PracticeRound }) {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  // An ended round takes no more answers. A page on which it was still open stays, with the text that was not sent.
  const [isSummaryShown, setSummaryShown] = useState(round.endedAt !== null && round.answer.stage !== "done");
  const localNow = useNow(1000);
  const offset = useMemo(() => Date.parse(round.now) - Date.now(), [round.now]);
  const now = new Date(localNow.getTime() + offset);
  const { queryKey } = queryOptionsFor("GET /api/practice/rounds/:id", { params: { id: round.id } });
  const setRound = (next: PracticeRound) => queryClient.setQueryData(queryKey, next);
  const setAnswer = (answer: PracticeAnswer) =>
    queryClient.setQueryData(queryKey, (current) => (current ? { ...current, answer } : current));
  const next = useMutation({
    mutationFn: () =>
      callOnce("POST /api/practice/rounds/:id/next", { params: { id: round.id } }, round.answer.id),
    onSuccess: setRound,
  });
  const end = useMutation({
    mutationFn: () => callOnce("POST /api/practice/rounds/:id/end", { params: { id: round.id } }),
    onSuccess: (ended) => {
      void queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/practice/answers") });
      setRound(ended);
      setSummaryShown(true);
    },
    onSettled: () => setConfirming(false),
  });
  const { answer } = round;
  const hasEnded = round.endedAt !== null;
  const secondsOver = (now.getTime() - Date.parse(round.endsAt)) / 1000;
  // The server ends the round then. After a lost request or by another clock, the page asks again every five seconds.
  const tries =
    hasEnded || secondsOver < roundGraceSeconds ? 0 : Math.ceil((secondsOver - roundGraceSeconds + 1) / 5);
  useEffect(() => {
    const { queryKey } = queryOptionsFor("GET /api/practice/rounds/:id", { params: { id: round.id } });
    if (tries > 0) void queryClient.invalidateQueries({ queryKey });
  }, [tries, round.id, queryClient]);
  const isDone = answer.stage === "done";
  const isLight = isDone || isSummaryShown;
  const main = useRef<HTMLElement>(null);
  // The field that had the focus is gone with its stage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stage or question is a new screen
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    if (isDone) window.scrollTo({ top: 0 });
  }, [answer.id, answer.stage]);
  const problem = next.error ?? end.error;
  return (
    <div
      data-theme={isLight ? undefined : "dark"}
      className={isLight ? "min-h-dvh bg-paper" : "min-h-dvh bg-dark text-on-dark"}
    >
      <RoundHeader
        round={round}
        now={now}
        action={
          !isSummaryShown && (
            <Button
              size="sm"
              variant="quiet"
              pending={end.isPending}
              pendingLabel="Ending the round…"
              onClick={() => {
                if (hasEnded) setSummaryShown(true);
                else if (isDone) end.mutate();
                else setConfirming(true);
              }}
            >
              {hasEnded ? "Show the summary" : "End round"}
            </Button>
          )
        }
      />
      <main id="content" ref={main} tabIndex={-1} className="outline-none">
        <div className="mx-auto max-w-3xl px-3 pt-3 empty:hidden">
          <StatusMessage message={problem && errorMessage(problem, practiceMessages.round)} tone="bad" />
          <ConfirmDialog
            open={isConfirming && !hasEnded}
            title="End this round now?"
            message="The open question stays unfinished. You can answer it in another round."
            confirmLabel="End round"
            cancelLabel="Keep going"
            pending={end.isPending}
            onConfirm={() => end.mutate()}
            onCancel={() => setConfirming(false)}
          />
        </div>
        {isSummaryShown ? (
          <div className="page py-8">
            <RoundSummary round={round} />
          </div>
        ) : isDone ? (
          <div className="page py-8">
            <FinishedQuestion
              answer={answer}
              onSaved={setAnswer}
              canGoOn={round.canGoOn}
              isGoingOn={next.isPending}
              onNext={() => next.mutate()}
              onEnd={() => end.mutate()}
            />
          </div>
        ) : (
          <ActiveQuestion
            key={answer.id}
            answer={answer}
            choiceNote={choiceNote(round)}
            isRoundEnded={hasEnded}
            isTimeUp={secondsOver >= 0}
            now={now}
            onChange={setAnswer}
            onStale={() => queryClient.invalidateQueries({ queryKey })}
            onShowSummary={() => setSummaryShown(true)}
          />
        )}
      </main>
    </div>
  );
}

interface FinishedQuestionProps {
  answer: PracticeAnswer;
  onSaved: (answer: PracticeAnswer) => void;
  canGoOn: boolean;
  isGoingOn: boolean;
  onNext: () => void;
  onEnd: () => void;
}

function FinishedQuestion({ answer, onSaved, canGoOn, isGoingOn, onNext, onEnd }: FinishedQuestionProps) {
  const earlier = useQuery(queryOptionsFor("GET /api/practice/answers/:id", { params: { id: answer.id } }));
  return (
    <LazyPart source={comparisonPart}>
      {(CompareView) => (
        <CompareView
          answer={answer}
          earlier={earlier.data?.earlier ?? []}
          onSaved={onSaved}
          actions={
            canGoOn ? (
              <Button pending={isGoingOn} pendingLabel="Choosing a question…" onClick={onNext}>
                Next question
              </Button>
            ) : (
              <Button onClick={onEnd}>End round</Button>
            )
          }
        />
      )}
    </LazyPart>
  );
}

/** Why a question is not of the level or topic that was chosen for its round; null if it is, or nothing was chosen. */
export function choiceNote({
  level = null,
  topic = null,
  answer,
}: Pick<PracticeRound, "level" | "topic" | "answer">): string | null {
  const { question } = answer;
  if (topic !== null && question.topic !== topic)
    return `No question on ${topicName(topic)} for this role is left that fits the time, so this one is on ${topicName(question.topic)}.`;
  if (level === null || question.level === level) return null;
  const about = topic === null ? "" : ` on ${topicName(topic)}`;
  return `No ${questionLevelNames[level].toLowerCase().replace(" ", "-")} question${about} for this role is left that fits the time, so this one is ${questionLevelNames[question.level].toLowerCase()}.`;
}

/** Inside a sentence. */
function topicName(topic: keyof typeof questionTopicNames): string {
  const names: Partial<typeof questionTopicNames> = {
    "statistics-experiments": "statistics and experiments",
    "data-work": "data work",
    behavioral: "behavior at work",
  };
  return names[topic] ?? questionTopicNames[topic];
}

interface RoundHeaderProps {
  round: PracticeRound;
  /** On the server's clock. */
  now: Date;
  action: ReactNode;
}

/**
 * The top line of a round: its stages and remaining time, which stay in sight. On a narrow screen the line above them
 * scrolls away, and is back while the keyboard is in it; a press must not move it under the finger.
 */
export function RoundHeader({ round, now, action }: RoundHeaderProps) {
  const { name } = useSite();
  const { answer, role, minutes, endsAt, endedAt, questions } = round;
  const end = new Date(endsAt);
  const isOver = endedAt !== null || end <= now;
  return (
    <header
      data-theme="dark"
      className="sticky -top-[3.375rem] z-20 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-dark-line bg-dark px-4 py-2.5 text-on-dark has-[:focus-visible]:top-0 sm:px-5 lg:top-0"
    >
      <Link
        to={paths.practice}
        aria-label={`${name}: practice`}
        className="inline-flex min-h-11 items-center"
      >
        <Logo name={name} />
      </Link>
      <div className="order-3 flex w-full flex-wrap items-center gap-x-4 gap-y-1 lg:order-none lg:w-auto lg:grow lg:justify-center">
        <StageBar stage={answer.stage} hasCode={answer.question.code !== null} />
        <p className="shrink-0 font-semibold">
          {isOver ? (
            <span role="status">{endedAt === null ? "Time is up" : "Round ended"}</span>
          ) : (
            <>
              <Countdown until={end} now={now} />
              <span className="ml-1.5 text-sm font-normal text-on-dark-2">left</span>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <p className="text-sm text-on-dark-2 max-sm:hidden">
          {questionRoleNames[role]}, {minutes} minutes, question {questions}
        </p>
        {action}
      </div>
    </header>
  );
}

const names: Record<Exclude<AnswerStage, "done">, string> = {
  explain: "Explain",
  defend: "Defend",
  code: "Code",
};

export function stagesOf(hasCode: boolean): Exclude<AnswerStage, "done">[] {
  return hasCode ? ["explain", "defend", "code"] : ["explain", "defend"];
}

export function StageBar({ stage, hasCode }: { stage: AnswerStage; hasCode: boolean }) {
  const stages = stagesOf(hasCode);
  const current = stage === "done" ? stages.length : stages.indexOf(stage);
  return (
    <ol aria-label="Stages" className="flex max-w-sm grow basis-48 gap-1.5">
      {stages.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? "step" : undefined}
          className="grid grow gap-1 text-xs"
        >
          <span className={index === current ? "font-semibold" : "opacity-80"}>
            {names[name]}
            {index < current && <span className="sr-only"> (done)</span>}
          </span>
          <span
            aria-hidden="true"
            className={clsx("h-1 rounded-full", index <= current ? "bg-accent" : "bg-dark-line")}
          />
        </li>
      ))}
    </ol>
  );
}

/** Loaded at the end of a round, because a round must start fast. */
const reportPart = {
  name: "The report",
  load: () => import("./round-report.tsx").then(({ RoundReport }) => RoundReport),
};

/** The end of a round: its questions with their results, and links to continue. */
export function RoundSummary({ round }: { round: PracticeRound }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A round has fewer questions than a page of the history.
  const history = useQuery({ ...queryOptionsFor("GET /api/practice/answers", { query: {} }), staleTime: 0 });
  useEffect(() => heading.current?.focus(), []);
  const { questions, minutes, answer } = round;
  const compared = (history.data?.answers ?? []).filter(
    ({ roundId, finishedAt, hasContent }) => roundId === round.id && finishedAt !== null && hasContent,
  ).length;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            Round ended
          </h1>
          <p className="mt-1 text-ink-2">
            {questions} {questions === 1 ? "question" : "questions"} in a round of {minutes} minutes.
            {compared > 0 && (
              <span> Open {questions === 1 ? "it" : "one"} to compare your answer again.</span>
            )}
          </p>
          {answer.stage !== "done" && (
            <p className="mt-1 text-ink-2">
              The last question stays unfinished.{" "}
              <Link to={paths.practiceQuestion(answer.question.id)} className="link">
                Answer it in another round
              </Link>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to={paths.practice} className={buttonClass()}>
            Start another round
          </Link>
          <Link to={paths.practiceHistory} className={buttonClass({ variant: "quiet" })}>
            All answers
          </Link>
        </div>
      </header>
      {answer.stage !== "done" && <AnswersSoFar answer={answer} />}
      <KeptText answer={answer} />
      <QueryContent query={history} loadingLabel="Loading your answers…" messages={practiceMessages.history}>
        {({ answers }) => (
          <AnswerList
            answers={answers.filter(({ roundId }) => roundId === round.id)}
            unfinishedPath={({ questionId }) => paths.practiceQuestion(questionId)}
          />
        )}
      </QueryContent>
      {round.usesModel && (
        <LazyPart source={reportPart}>{(RoundReport) => <RoundReport roundId={round.id} />}</LazyPart>
      )}
    </div>
  );
}
