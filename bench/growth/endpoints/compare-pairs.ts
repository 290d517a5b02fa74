import type { Answer } from "../../../prove/lib/call.ts";

/** The answers of both sizes to the same request. */
export interface Pair {
  answers: [Answer, Answer];
  /** Counts up; calls of the same turn are of different kinds. */
  turn: number;
}

export interface Comparison {
  /** Pairs with the same status. */
  pairs: number;
  /** The share of the pairs in which both succeeded. */
  succeeded: number;
  /** The status of the compared answers. */
  status: number;
  /** Milliseconds at each size, of the compared pairs; null without any. */
  medians: [number, number] | null;
  /** The last median to the first, of answers that are about as long at both sizes, or else for each byte. */
  ratio: number | null;
  /** Milliseconds that the last size takes longer, of the same answers. */
  difference: number;
  /** Half of the calls of a size beside its other half: what two measurements of the same thing differ by. */
  noise: { ratio: number; difference: number } | null;
  /** The longest successful answer. */
  bytes: number;
  /** What the refusals said, if no call succeeded at both sizes. */
  refusals?: string[];
}

/** The highest time with the most bookings, as a multiple of the time with the fewest. */
export const maxGrowth = 1.3;
/** A difference of less than this is within the scatter of a machine that does other things, too. */
export const scatterMilliseconds = 1;
/** Answers that differ by less are compared as they are: they have about as many rows. */
const sameLength = 1.3;
/** Fewer pairs tell nothing. */
const fewestPairs = 5;

/**
 * Whether the time grows by more than the scatter explains, also by more than the operation's own: a call that sometimes
 * hashes a password differs from itself by the time of a hash.
 */
export function grows({
  ratio,
  difference,
  noise = null,
}: Pick<Comparison, "ratio" | "difference"> & Partial<Pick<Comparison, "noise">>): boolean {
  const scatter = Math.max(scatterMilliseconds, noise?.difference ?? 0);
  return ratio !== null && ratio > maxGrowth && difference >= scatter;
}

/** Compares the successful pairs, or without any those with the most frequent status. */
export function comparePairs(all: readonly Pair[], success: number): Comparison {
  const same = all.filter(({ answers: [first, last] }) => first.status === last.status);
  const succeeded = same.filter(({ answers: [first] }) => first.status === success);
  const status =
    succeeded.length > 0 ? success : mostFrequent(same.map(({ answers: [first] }) => first.status));
  const pairs = same.filter(({ answers: [first] }) => first.status === status);
  const equal = pairs.filter(({ answers }) => {
    const [first, last] = answers.map(lengthOf) as [number, number];
    return Math.max(first, last) <= sameLength * Math.min(first, last) + 100;
  });
  const hasEqual = equal.length >= fewestPairs;
  const judged = hasEqual ? equal : pairs;
  const medians = pairs.length === 0 ? null : mediansOf(pairs);
  const [first, last] = judged.length === 0 ? [0, 0] : mediansOf(judged);
  const growth = hasEqual ? 1 : Math.max(1, lengthRatio(judged));
  return {
    pairs: same.length,
    succeeded: all.length === 0 ? 0 : succeeded.length / all.length,
    status,
    medians,
    ratio: judged.length === 0 ? null : last / first / growth,
    difference: last - first * growth,
    noise: noiseOf(pairs),
    bytes: Math.max(0, ...succeeded.flatMap(({ answers }) => answers.map(lengthOf))),
    ...(succeeded.length > 0 ? {} : { refusals: describeRefusals(all, success) }),
  };
}

/** The most frequent first. */
function describeRefusals(pairs: readonly Pair[], success: number): string[] {
  const said = pairs
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status !== success)
    .map(({ status, body, text }) => `${status} ${body?.msg ?? text}`);
  const counts = new Map<string, number>();
  for (const line of said) counts.set(line, (counts.get(line) ?? 0) + 1);
  const lines = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return lines.map(([line]) => line.slice(0, 200));
}

const lengthOf = ({ text }: Answer) => Buffer.byteLength(text);

function lengthRatio(pairs: readonly Pair[]): number {
  const [first, last] = [0, 1].map((size) =>
    median(pairs.map(({ answers }) => lengthOf(answers[size] as Answer))),
  );
  return (last ?? 0) / Math.max(1, first ?? 0);
}

function mediansOf(pairs: readonly Pair[]): [number, number] {
  return [0, 1].map((size) => median(pairs.map(({ answers }) => (answers[size] as Answer).milliseconds))) as [
    number,
    number,
  ];
}

function noiseOf(pairs: readonly Pair[]): Comparison["noise"] {
  const halves = [0, 1].map((half) => pairs.filter(({ turn }) => turn % 2 === half));
  if (halves.some((half) => half.length < fewestPairs)) return null;
  const [even, odd] = halves.map((half) => mediansOf(half)[1]) as [number, number];
  return { ratio: Math.max(even, odd) / Math.min(even, odd), difference: Math.abs(even - odd) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function mostFrequent(statuses: readonly number[]): number {
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return statuses.toSorted((a, b) => count(b) - count(a))[0] ?? 0;
}
