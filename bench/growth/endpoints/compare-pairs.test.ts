import { expect, it } from "vitest";
import { comparePairs, type Pair } from "./compare-pairs.ts";

/** The same request at both sizes, several times. */
function pairs(
  count: number,
  first: { status?: number; ms: number; length?: number },
  last: { status?: number; ms: number; length?: number },
): Pair[] {
  const answer = ({ status = 200, ms, length = 500 }: typeof first) => ({
    status,
    body: null,
    text: "x".repeat(length),
    milliseconds: ms,
  });
  return Array.from({ length: count }, (_, turn) => ({ answers: [answer(first), answer(last)], turn }));
}

it("compares the medians of the calls that succeeded at both sizes", () => {
  const all = [
    ...pairs(10, { ms: 2 }, { ms: 3 }),
    ...pairs(30, { status: 404, ms: 1 }, { status: 404, ms: 9 }),
    ...pairs(10, { ms: 2 }, { status: 409, ms: 50 }),
  ];
  const { ratio, difference, medians, succeeded, pairs: same } = comparePairs(all, 200);
  expect({ ratio, difference, medians, succeeded, same }).toEqual({
    ratio: 1.5,
    difference: 1,
    medians: [2, 3],
    succeeded: 0.2,
    same: 40,
  });
});

it("compares refusals where nothing succeeded, and keeps what they said", () => {
  const compared = comparePairs(pairs(10, { status: 409, ms: 2 }, { status: 409, ms: 3 }), 200);
  expect(compared).toMatchObject({ status: 409, ratio: 1.5, succeeded: 0 });
  expect(compared.refusals?.[0]).toMatch(/^409 x+$/);
});

it("compares answers of about the same length, if there are some", () => {
  const all = [
    ...pairs(10, { ms: 2, length: 1_000 }, { ms: 20, length: 20_000 }),
    ...pairs(6, { ms: 2, length: 1_000 }, { ms: 2.2, length: 1_100 }),
  ];
  expect(comparePairs(all, 200).ratio).toBeCloseTo(1.1);
});

it("compares the time for each byte where all answers are longer", () => {
  const { ratio, difference } = comparePairs(
    pairs(10, { ms: 2, length: 1_000 }, { ms: 30, length: 10_000 }),
    200,
  );
  expect([ratio, difference]).toEqual([1.5, 10]);
});

it("says how much two halves of the same calls differ", () => {
  const all = pairs(10, { ms: 2 }, { ms: 2 }).map((pair) => {
    const [first, last] = pair.answers;
    return { ...pair, answers: [first, { ...last, milliseconds: 2 + (pair.turn % 2) }] } as Pair;
  });
  expect(comparePairs(all, 200).noise).toEqual({ ratio: 1.5, difference: 1 });
});

it("has no ratio without a pair of the same status", () => {
  const compared = comparePairs(pairs(3, { ms: 1 }, { status: 409, ms: 1 }), 200);
  expect(compared).toMatchObject({ pairs: 0, medians: null, ratio: null, noise: null });
});
