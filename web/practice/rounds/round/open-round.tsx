import {
  endRound,
  getAnswer,
  getRound,
  listAnswers,
  nextQuestion,
  type PracticeAnswer,
  type PracticeRound,
  roundGraceSeconds,
} from "@greenroom/contract/practice/rounds.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { callOnce } from "../../../api/call-once.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.ts";
import { confirmDialogPart } from "../../../app/confirm-dialog-part.ts";
import { LazyPart } from "../../../app/lazy-part.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { choiceNote } from "../choice-note.ts";
import { practiceMessages } from "../messages.ts";
import { ActiveQuestion } from "./active-question.tsx";
import { comparisonPart } from "./lazy-parts.ts";
import { RoundHeader } from "./round-header.tsx";
import { RoundSummary } from "./round-summary.tsx";

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
  const { queryKey } = queryOptionsFor(getRound, { params: { id: round.id } });
  const setRound = (next: PracticeRound) => queryClient.setQueryData(queryKey, next);
  const setAnswer = (answer: PracticeAnswer) =>
    queryClient.setQueryData(queryKey, (current) => (current ? { ...current, answer } : current));
  const next = useMutation({
    mutationFn: () => callOnce(nextQuestion, { params: { id: round.id } }, round.answer.id),
    onSuccess: setRound,
  });
  const end = useMutation({
    mutationFn: () => callOnce(endRound, { params: { id: round.id } }),
    onSuccess: (ended) => {
      void queryClient.invalidateQueries({ queryKey: queryKeyFor(listAnswers) });
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
    const { queryKey } = queryOptionsFor(getRound, { params: { id: round.id } });
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
          {isConfirming && !hasEnded && (
            <LazyPart source={confirmDialogPart}>
              {(ConfirmDialog) => (
                <ConfirmDialog
                  open
                  title="End this round now?"
                  message="The open question stays unfinished. You can answer it in another round."
                  confirmLabel="End round"
                  cancelLabel="Keep going"
                  pending={end.isPending}
                  onConfirm={() => end.mutate()}
                  onCancel={() => setConfirming(false)}
                />
              )}
            </LazyPart>
          )}
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
  const earlier = useQuery(queryOptionsFor(getAnswer, { params: { id: answer.id } }));
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
