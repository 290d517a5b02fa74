import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import type { PracticeHistoryItem } from "@greenroom/contract/practice/rounds.ts";
import { questionRoleNames } from "@greenroom/contract/room/questions.ts";
import { Link } from "react-router";
import { formatDay, formatTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Card } from "../../ui/panels.tsx";

interface AnswerListProps {
  answers: readonly PracticeHistoryItem[];
  /** Where an unfinished answer leads: to its round, unless the list is on that page. */
  unfinishedPath?: (answer: PracticeHistoryItem) => string;
}

/** Answers as links. */
export function AnswerList({
  answers,
  unfinishedPath = ({ roundId }) => paths.practiceRound(roundId),
}: AnswerListProps) {
  const timeZone = useTimeZone();
  return (
    <Card padded={false}>
      <ul>
        {answers.map((answer) => (
          <li
            key={answer.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t"
          >
            <Link
              to={answer.finishedAt === null ? unfinishedPath(answer) : paths.practiceAnswer(answer.id)}
              className="link min-w-0 font-semibold"
            >
              {answer.title}
            </Link>
            <span className="text-sm text-ink-2 tabular">
              {formatDay(new Date(answer.startedAt), timeZone)},{" "}
              {formatTime(new Date(answer.startedAt), timeZone)} · {questionRoleNames[answer.role]} ·{" "}
              {resultText(answer)}
              {answer.hasReport && (
                <span>
                  {" · "}
                  <Link to={paths.practiceRoundReport(answer.roundId)} className="link">
                    Report<span className="sr-only"> of the round with {answer.title}</span>
                  </Link>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The result of an answer in one line: `3 of 4 criteria, 9 of 10 tests, 1 hint`. */
export function resultText({ finishedAt, criteria, tests, hintsUsed }: PracticeHistoryItem): string {
  if (finishedAt === null) return "not finished";
  const parts = [
    `${criteria.ticked} of ${criteria.total} criteria`,
    tests === null ? "" : `${tests.passed} of ${countOf(tests.total, "test")}`,
    hintsUsed === 0 ? "" : countOf(hintsUsed, "hint"),
  ];
  return parts.filter(Boolean).join(", ");
}
