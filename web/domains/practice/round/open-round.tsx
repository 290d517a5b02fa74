import {
  endRound,
  getAnswer,
  getRound,
  listAnswers,
  nextQuestion,
  type PracticeAnswer,
  type PracticeRound,
} from "@greenroom/contract/practice/rounds.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { CompareView } from "../compare/compare-view.tsx";
import { practiceMessages } from "../messages.ts";
import { ActiveQuestion } from "./active-question.tsx";
import { RoundHeader } from "./round-header.tsx";

/** A round on the server's clock: its open question, or the comparison after the question is finished. */
export function OpenRound({ round }: { round: PracticeRound }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const localNow = useNow(1000);
  const offset = useMemo(() => Date.parse(round.now) - Date.now(), [round.now]);
  const now = new Date(localNow.getTime() + offset);
  const { queryKey } = queryOptionsFor(getRound, { params: { id: round.id } });
  const setRound = (next: PracticeRound) => queryClient.setQueryData(queryKey, next);
  const setAnswer = (answer: PracticeAnswer) =>
    queryClient.setQueryData(queryKey, (current) => (current ? { ...current, answer } : current));
  const next = useMutation({
    mutationFn: () => call(nextQuestion, { params: { id: round.id } }),
    onSuccess: setRound,
  });
  const end = useMutation({
    mutationFn: () => call(endRound, { params: { id: round.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeyFor(listAnswers) });
      navigate(paths.practice);
    },
  });
  const { answer } = round;
  const isDone = answer.stage === "done";
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
      data-theme={isDone ? undefined : "dark"}
      className={isDone ? "min-h-dvh bg-paper" : "min-h-dvh bg-stage text-on-stage"}
    >
      <RoundHeader
        round={round}
        now={now}
        action={
          <Button
            size="sm"
            variant="quiet"
            pending={end.isPending}
            pendingLabel="Ending the round…"
            onClick={() => end.mutate()}
          >
            End round
          </Button>
        }
      />
      <main id="content" ref={main} tabIndex={-1} className="outline-none">
        <div className="mx-auto max-w-3xl px-3 pt-3 empty:hidden">
          <StatusMessage message={problem && `❌ ${errorMessage(problem, practiceMessages.round)}`} />
        </div>
        {isDone ? (
          <div className="page py-8">
            <FinishedQuestion
              answer={answer}
              onSaved={setAnswer}
              canGoOn={round.canGoOn}
              isGoingOn={next.isPending}
              onNext={() => next.mutate()}
            />
          </div>
        ) : (
          <ActiveQuestion
            key={answer.id}
            answer={answer}
            now={now}
            onChange={setAnswer}
            onStale={() => queryClient.invalidateQueries({ queryKey })}
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
}

function FinishedQuestion({ answer, onSaved, canGoOn, isGoingOn, onNext }: FinishedQuestionProps) {
  const earlier = useQuery(queryOptionsFor(getAnswer, { params: { id: answer.id } }));
  return (
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
          <Link to={paths.practice} className={buttonClass()}>
            Back to practice
          </Link>
        )
      }
    />
  );
}
