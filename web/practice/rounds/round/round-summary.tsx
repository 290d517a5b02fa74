import { listAnswers, type PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { LazyPart } from "../../../app/lazy-part.tsx";
import { QueryContent } from "../../../app/query-content.tsx";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { AnswerList } from "../history/answer-list.tsx";
import { practiceMessages } from "../messages.ts";
import { AnswersSoFar } from "./answers-so-far.tsx";
import { KeptText } from "./kept-text.tsx";

/** Loaded at the end of a round, because a round must start fast. */
const reportPart = {
  name: "The report",
  load: () => import("../report/round-report.tsx").then(({ RoundReport }) => RoundReport),
};

/** The end of a round: its questions with their results, and links to continue. */
export function RoundSummary({ round }: { round: PracticeRound }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A round has fewer questions than a page of the history.
  const history = useQuery({ ...queryOptionsFor(listAnswers, { query: {} }), staleTime: 0 });
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
            {compared > 0 && ` Open ${questions === 1 ? "it" : "one"} to compare your answer again.`}
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
