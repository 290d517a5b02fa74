import type { DrillCard } from "@greenroom/contract/practice/drills.ts";

/** A card that is due within this time returns in the same review. */
const sameReviewMinutes = 15;
/** How often one card can appear in a review. */
const maxTimes = 3;

/** The cards of one review, and its progress. */
export interface Review {
  /** The remaining cards. */
  queue: readonly DrillCard[];
  /** Cards that were rated, each counted once. */
  done: readonly string[];
  /** How often each card was rated. */
  times: Readonly<Record<string, number>>;
  /** When each rated card returns. */
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

/** The review without a card that cannot be revealed or rated now. */
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

/** The number of different cards in the review. */
export function reviewSize({ queue, done }: Review): number {
  return new Set([...done, ...queue.map(({ id }) => id)]).size;
}

/** How many cards were rated more than once, and when the first card returns. */
export function summarizeReview({ times, dueAt }: Review): { repeated: number; nextDueAt: Date | null } {
  const [first] = Object.values(dueAt).sort((a, b) => a.getTime() - b.getTime());
  return { repeated: Object.values(times).filter((count) => count > 1).length, nextDueAt: first ?? null };
}
