import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { questionRoleNames } from "@greenroom/contract/room/question-options.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSite } from "../../../app/site-settings.ts";
import { paths } from "../../../paths.ts";
import { Countdown } from "../../../ui/display/clock-text.tsx";
import { Logo } from "../../../ui/display/logo.tsx";
import { StageBar } from "./stage-bar.tsx";

interface RoundHeaderProps {
  round: PracticeRound;
  /** On the server's clock. */
  now: Date;
  /** The button that ends the round. */
  action: ReactNode;
}

/**
 * The top line of a round: its stages and remaining time, which stay in sight. On a narrow screen the line above them
 * scrolls away, and is back while it has the focus.
 */
export function RoundHeader({ round, now, action }: RoundHeaderProps) {
  const { name } = useSite();
  const { answer, role, minutes, endsAt, endedAt, questions } = round;
  const end = new Date(endsAt);
  const isOver = endedAt !== null || end <= now;
  return (
    <header
      data-theme="dark"
      className="sticky -top-[3.375rem] z-20 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-dark-line bg-dark px-4 py-2.5 text-on-dark focus-within:top-0 sm:px-5 lg:top-0"
    >
      <Link
        to={paths.practice}
        aria-label={`${name}: practice`}
        className="inline-flex min-h-11 items-center"
      >
        <Logo name={name} />
      </Link>
      <div className="order-3 flex w-full items-center gap-4 lg:order-none lg:w-auto lg:grow lg:justify-center">
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
