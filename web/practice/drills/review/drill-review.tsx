import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import type { DrillCard, DrillSet, DrillToday } from "@greenroom/contract/practice/drills.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { Card } from "../../../ui/display/card.tsx";
import { ProgressBar } from "../../../ui/display/progress-bar.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { todayText } from "../today-text.ts";
import { OpenCard } from "./open-card.tsx";
import {
  currentCard,
  nextReturn,
  type Review,
  rateCard,
  reviewSize,
  skipCard,
  startReview,
  summarizeReview,
} from "./review.ts";
import { returnText, waitText } from "./wait-text.ts";

interface DrillReviewProps {
  set: DrillSet;
  today: DrillToday;
  cards: readonly DrillCard[];
  /** The link that starts the next review. */
  again: ReactNode;
}

/** The cards of one review, one after the other. */
export function DrillReview({ set, today: todayAtStart, cards, again }: DrillReviewProps) {
  const timeZone = useTimeZone();
  const [review, setReview] = useState(() => startReview(cards));
  const [today, setToday] = useState(todayAtStart);
  const heading = useRef<HTMLParagraphElement>(null);
  const [now, setNow] = useState(() => new Date());
  const card = currentCard(review, now);
  const returnsAt = card === null ? nextReturn(review) : null;
  useEffect(() => {
    if (returnsAt === null) return;
    // At least once a minute, because the text says the minutes.
    const wait = Math.min(60_000, Math.max(50, returnsAt.getTime() - now.getTime()));
    const timer = setTimeout(() => setNow(new Date()), wait);
    return () => clearTimeout(timer);
  }, [returnsAt, now]);
  if (card === null && returnsAt === null) {
    const isEmpty = cards.length === 0;
    return (
      <Card padded={false}>
        <EmptyState
          headingLevel={2}
          title={isEmpty ? "Nothing is due" : `Review finished: ${countCards(review.done.length)}`}
          detail={isEmpty ? nothingDueText(set, now, timeZone) : finishedText(review, today, now, timeZone)}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {!isEmpty && again}
              <Link to={paths.practice} className={buttonClass({ variant: "quiet" })}>
                Back to practice
              </Link>
            </span>
          }
        />
      </Card>
    );
  }
  const size = reviewSize(review);
  const goOn = () => {
    setNow(new Date());
    // The button is gone with its card, so the focus moves to the heading of the next one.
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-ink-2 tabular">
        <p ref={heading} tabIndex={-1} role="status" className="outline-none">
          {review.done.length} of {size} cards answered
        </p>
        <p>{todayText(today)}</p>
      </div>
      <ProgressBar label="Cards answered" value={review.done.length} max={size} className="w-full" />
      {card !== null && (
        <OpenCard
          key={`${card.id} ${review.times[card.id] ?? 0}`}
          card={card}
          onRated={(dueAt, counted) => {
            setReview((current) => rateCard(current, card.id, dueAt, new Date()));
            setToday(counted);
            goOn();
          }}
          onSkip={() => {
            setReview((current) => skipCard(current, card.id));
            goOn();
          }}
        />
      )}
      {returnsAt !== null && (
        <ReturningCards count={review.queue.length} returnsAt={returnsAt} now={now} again={again} />
      )}
    </div>
  );
}

interface ReturningCardsProps {
  count: number;
  returnsAt: Date;
  now: Date;
  again: ReactNode;
}

/** Shown while all remaining cards of the review are not yet due. Other cards of the drill can be done meanwhile. */
function ReturningCards({ count, returnsAt, now, again }: ReturningCardsProps) {
  return (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title={`${countCards(count)} ${count === 1 ? "comes" : "come"} back in this review`}
        detail={`The next one appears here in ${waitText(returnsAt, now)}. You can wait for it, or do other cards.`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {again}
            <Link to={paths.practice} className={buttonClass({ variant: "quiet" })}>
              Back to practice
            </Link>
          </span>
        }
      />
    </Card>
  );
}

function countCards(count: number): string {
  return countOf(count, "card");
}

function nothingDueText({ nextDueAt }: DrillSet, now: Date, timeZone: string): string {
  // Cards are new or due, and yet there is none to show.
  if (nextDueAt === null)
    return "The cards that are left belong to questions of your interview. You can do them after it.";
  return `You have seen every card of this drill. The next one comes back ${returnText(new Date(nextDueAt), now, timeZone)}.`;
}

/** The result of the review: how many cards were repeated, and when the first one returns. */
function finishedText(review: Review, today: DrillToday, now: Date, timeZone: string): string {
  const { repeated, nextDueAt } = summarizeReview(review);
  return [
    repeated === 0 ? "No card was repeated." : `You repeated ${countCards(repeated)}.`,
    nextDueAt && `The first card comes back ${returnText(nextDueAt, now, timeZone)}.`,
    todayText(today),
  ]
    .filter(Boolean)
    .join(" ");
}
