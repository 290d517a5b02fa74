import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import type { DrillCard, DrillSet, DrillToday } from "@greenroom/contract/practice/drills.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState, ProgressBar } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { returnText, todayText, waitText } from "./drill-text.ts";
import { OpenCard } from "./open-card.tsx";

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
  const isEmpty = cards.length === 0;
  const pause = (title: string, detail: string) => (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title={title}
        detail={detail}
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
  if (card === null && returnsAt === null) {
    if (isEmpty) return pause("Nothing is due", nothingDueText(set, now, timeZone));
    const title = `Review finished: ${countCards(review.done.length)}`;
    return pause(title, finishedText(review, today, now, timeZone));
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
      {returnsAt !== null &&
        pause(
          `${countCards(review.queue.length)} ${review.queue.length === 1 ? "comes" : "come"} back in this review`,
          `The next one appears here in ${waitText(returnsAt, now)}. You can wait for it, or do other cards.`,
        )}
    </div>
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

/** A card that is due within this time returns in the same review. */
const sameReviewMinutes = 15;
/** How often one card can appear in a review. */
const maxTimes = 3;

export interface Review {
  queue: readonly DrillCard[];
  /** Cards that were rated, each counted once. */
  done: readonly string[];
  /** How often each card was rated. */
  times: Readonly<Record<string, number>>;
  dueAt: Readonly<Record<string, Date>>;
}

export function startReview(cards: readonly DrillCard[]): Review {
  return { queue: cards, done: [], times: {}, dueAt: {} };
}

/**
 * The card to show: the first one that was not rated, or else the one that was due first. Null while all remaining
 * cards are not yet due, because the server refuses a rating before that.
 */
export function currentCard(review: Review, now: Date): DrillCard | null {
  const fresh = review.queue.find(({ id }) => review.dueAt[id] === undefined);
  if (fresh !== undefined) return fresh;
  const dueAt = nextReturn(review);
  if (dueAt === null || dueAt > now) return null;
  return review.queue.find(({ id }) => review.dueAt[id] === dueAt) ?? null;
}

/** When the first of the rated cards that remain in the review is due. */
export function nextReturn({ queue, dueAt }: Review): Date | null {
  const [first] = queue.flatMap(({ id }) => dueAt[id] ?? []).sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

export function skipCard(review: Review, cardId: string): Review {
  return { ...review, queue: review.queue.filter(({ id }) => id !== cardId) };
}

/** The review after one of its cards was rated and is due at `dueAt`. */
export function rateCard(review: Review, cardId: string, dueAt: Date, now: Date): Review {
  const card = review.queue.find(({ id }) => id === cardId);
  if (card === undefined) return review;
  const rest = review.queue.filter(({ id }) => id !== cardId);
  const times = (review.times[card.id] ?? 0) + 1;
  const isSoon = dueAt.getTime() - now.getTime() <= sameReviewMinutes * 60_000;
  return {
    queue: isSoon && times < maxTimes ? [...rest, { ...card, isNew: false }] : rest,
    done: review.done.includes(card.id) ? review.done : [...review.done, card.id],
    times: { ...review.times, [card.id]: times },
    dueAt: { ...review.dueAt, [card.id]: dueAt },
  };
}

export function reviewSize({ queue, done }: Review): number {
  return new Set([...done, ...queue.map(({ id }) => id)]).size;
}

/** How many cards were rated more than once, and when the first card returns. */
export function summarizeReview({ times, dueAt }: Review): { repeated: number; nextDueAt: Date | null } {
  const [first] = Object.values(dueAt).sort((a, b) => a.getTime() - b.getTime());
  return { repeated: Object.values(times).filter((count) => count > 1).length, nextDueAt: first ?? null };
}
