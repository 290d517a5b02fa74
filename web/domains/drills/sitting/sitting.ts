import type { DrillCard } from "@greenroom/contract/practice/drills.ts";

/** A card that is due within this time returns in the same round. */
const sameSittingMinutes = 15;
/** How often one card can appear in a round. */
const maxTimes = 3;

/** The cards of one round, and its progress. */
export interface Sitting {
  /** The remaining cards. */
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

/**
 * The card to show: the first one that was not rated, or else the one that was due first. Null while all remaining
 * cards are not yet due, because the server refuses a rating before that.
 */
export function currentCard(sitting: Sitting, now: Date): DrillCard | null {
  const fresh = sitting.queue.find(({ id }) => sitting.dueAt[id] === undefined);
  if (fresh !== undefined) return fresh;
  const dueAt = nextReturn(sitting);
  if (dueAt === null || dueAt > now) return null;
  return sitting.queue.find(({ id }) => sitting.dueAt[id] === dueAt) ?? null;
}

/** When the first of the rated cards that remain in the round is due. */
export function nextReturn({ queue, dueAt }: Sitting): Date | null {
  const [first] = queue.flatMap(({ id }) => dueAt[id] ?? []).sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

/** The round without a card that cannot be revealed or rated now. */
export function skipCard(sitting: Sitting, cardId: string): Sitting {
  return { ...sitting, queue: sitting.queue.filter(({ id }) => id !== cardId) };
}

/** The round after one of its cards was rated and is due at `dueAt`. */
export function rateCard(sitting: Sitting, cardId: string, dueAt: Date, now: Date): Sitting {
  const card = sitting.queue.find(({ id }) => id === cardId);
  if (card === undefined) return sitting;
  const rest = sitting.queue.filter(({ id }) => id !== cardId);
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
