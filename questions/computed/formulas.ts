/** The number of ways to choose k of n things. */
export function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return Math.round(ways);
}

export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** The probability that a standard normal variable is at most x, by adding up small steps from 0. */
export function normalBelow(x: number): number {
  const steps = 2_000;
  const width = x / steps;
  let sum = normalDensity(0) + normalDensity(x);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * normalDensity(i * width);
  return 0.5 + (sum * width) / 3;
}

/** The value below which a standard normal variable lies with probability p, by halving an interval. */
export function normalQuantile(p: number): number {
  let low = -8;
  let high = 8;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of k or more events when there are `mean` on average. */
export function poissonAtLeast(k: number, mean: number): number {
  let term = Math.exp(-mean);
  let below = 0;
  for (let i = 0; i < k; i++) {
    below += term;
    term *= mean / (i + 1);
  }
  return 1 - below;
}

/** Numbers from 0 to 1 that look random and are the same on every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
