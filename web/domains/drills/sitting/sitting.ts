import type { DrillCard } from "@greenroom/contract/practice/drills.ts";

/** A card that is due within this time returns in the same round. */
const sameSittingMinutes = 15;
/** How often one card can appear in a round. */
const maxTimes = 3;

/** The cards of one round, and its progress. */
export interface Sitting {
  /** The remaining cards; the first one is shown. */
  queue: readonly DrillCard[];
  /** Cards that were rated, each counted once. */
  done: readonly string[];
  /** How often each card was rated. */
  times: Readonly<Record<string, number>>;
  /** When each rated card returns. */
  dueAt: Readonly<Record<string, Date>>;
}

export function startSitting(cards: readonly DrillCard[]): Sitting {
  return { queue: cards, done: [], times: {}, dueAt: {} };
}

/** The round after its first card was rated and is due at `dueAt`. */
export function rateCard(sitting: Sitting, dueAt: Date, now: Date): Sitting {
  const [card, ...rest] = sitting.queue;
  if (card === undefined) return sitting;
  const times = (sitting.times[card.id] ?? 0) + 1;
  const isSoon = dueAt.getTime() - now.getTime() <= sameSittingMinutes * 60_000;
  return {
    queue: isSoon && times < maxTimes ? [...rest, { ...card, isNew: false }] : rest,
    done: sitting.done.includes(card.id) ? sitting.done : [...sitting.done, card.id],
    times: { ...sitting.times, [card.id]: times },
    dueAt: { ...sitting.dueAt, [card.id]: dueAt },
  };
}

/** The number of different cards in the round. */
export function sittingSize({ queue, done }: Sitting): number {
  return new Set([...done, ...queue.map(({ id }) => id)]).size;
}

/** How many cards were rated more than once, and when the first card returns. */
export function summarizeSitting({ times, dueAt }: Sitting): { repeated: number; nextDueAt: Date | null } {
  const [first] = Object.values(dueAt).sort((a, b) => a.getTime() - b.getTime());
  return { repeated: Object.values(times).filter((count) => count > 1).length, nextDueAt: first ?? null };
}
