import { normalDensity } from "./formulas.ts";

const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const precision = (rate: number) => (rate * 0.8) / (rate * 0.8 + (1 - rate) * 0.01);

/** The expected largest of n standard normal draws, by adding up x times the density of the maximum. */
function expectedMaximum(n: number): number {
  let sum = 0;
  let below = 0;
  const width = 0.001;
  for (let x = -8; x < 8; x += width) {
    below += normalDensity(x) * width;
    sum += x * n * normalDensity(x) * below ** (n - 1) * width;
  }
  return sum;
}

export const machineLearningFacts: Record<string, () => string[]> = {
  "accuracy-on-rare-classes": () => {
    const flags = 500_000 * (0.001 * 0.8 + 0.999 * 0.01);
    return [
      `precision is ${percent(precision(0.001))}`,
      `about ${(Math.round(flags / 100) * 100).toLocaleString("en-US")} flags a day`,
      `4 / 120, which is ${percent(4 / 120)}`,
      `rises to about ${percent(precision(0.002))}`,
    ];
  },
  "cross-entropy-intuition": () => [
    `right 0.99 costs ${(-Math.log(0.99)).toFixed(2)}`,
    `mistake, 0.4, costs ${(-Math.log(0.4)).toFixed(2)}`,
    `mistake, 0.01, costs ${(-Math.log(0.01)).toFixed(2)}`,
    `gives ${-(0.1 * Math.log(0.1) + 0.9 * Math.log(0.9)).toFixed(3)}`,
    `A start at ${Math.log(2).toFixed(2)}`,
    `−${Math.log(9).toFixed(2)}, starts`,
  ],
  "boosting-versus-forest": () => [`the variance is ${percent(0.3 + 0.7 / 100)} of one tree's`],
  "vanishing-gradients": () => [`0.25⁵⁰, about ${(0.25 ** 50).toExponential(0)}`],
  "attention-cost": () => {
    const perToken = 2 * 32 * 32 * 128 * 2;
    const gib = (heads: number) => (2 * 32 * heads * 128 * 2 * 8192) / 2 ** 30;
    return [
      `is ${perToken.toLocaleString("en-US")} bytes`,
      `so ${gib(32)} GiB for 8,192 tokens. With 8 key-value heads it is ${gib(8)} GiB`,
      `Sixteen sequences need ${16 * gib(32)} GiB`,
      `with grouped queries ${16 * gib(8)} GiB`,
    ];
  },
  "training-memory": () => [
    `the weights take ${(7e9 * 2) / 1e9} GB`,
    `${2 + 2 + 4 + 4 + 4} bytes, so ${(7e9 * 16) / 1e9} GB`,
    `is ${(2 * 4096 * 8).toLocaleString("en-US")} parameters, ${percent((2 * 8) / 4096, 2)}`,
  ],
  "class-imbalance-remedies": () => {
    const odds = (0.9 / 0.1) * (0.02 / 0.98);
    return [`A balanced score of 0.9 then means ${percent(odds / (1 + odds))}`];
  },
  "overfitting-the-leaderboard": () => {
    const error = 100 * Math.sqrt((0.83 * 0.17) / 1000);
    const best = 83 + expectedMaximum(400) * error;
    return [
      `is ${error.toFixed(1)} points`,
      `about ${expectedMaximum(400).toFixed(0)} standard errors above`,
      `a best of about ${best.toFixed(1)}%`,
      `a correlation of 0.75 it is half of that, ${(Math.sqrt(1 - 0.75) * expectedMaximum(400) * error).toFixed(1)} points`,
    ];
  },
  "curse-of-dimensionality": () => [
    `of the volume, ${percent(0.95 ** 100)}; so ${percent(1 - 0.95 ** 100)} lies`,
    `in 3 dimensions it is ${percent(1 - 0.95 ** 3, 0)}`,
  ],
  "time-series-validation": () => [`3 / (3 + 1) = ${3 / 4}`],
  "logistic-coefficients": () => [
    `e^1.5) = ${percent(sigmoid(-1.5))}`,
    `−2.2, which is ${percent(sigmoid(-2.2))}`,
    `e^0.7 = ${Math.exp(0.7).toFixed(2)}`,
    `about ${(100 * sigmoid(-2.2)).toFixed(0)} subscribe without a recommendation and about ${(100 * sigmoid(-1.5)).toFixed(0)} with`,
    `at 60% it would go to ${percent(sigmoid(Math.log(0.6 / 0.4) + 0.7))}`,
  ],
  "threshold-choice": () => [`so p > ${percent(50 / (0.8 * 2000))}`],
};
