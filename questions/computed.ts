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

const Z95 = normalQuantile(0.975);
const Z80 = normalQuantile(0.8);
const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;
const perGroup = (p: number, q: number, margin = p - q) =>
  ((Z95 + Z80) ** 2 * (p * (1 - p) + q * (1 - q))) / margin ** 2;

/** The share of tests without any effect in which one of several evenly spaced looks is significant. */
function falseAlarms(looks: number): number {
  const random = seededRandom(11);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const runs = 60_000;
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    let sum = 0;
    for (let look = 1; look <= looks; look++) {
      sum += normal();
      if (Math.abs(sum) / Math.sqrt(look) > Z95) {
        alarms++;
        break;
      }
    }
  }
  return alarms / runs;
}

export const statisticsFacts: Record<string, () => string[]> = {
  "sample-size-for-conversion": () => {
    const users = perGroup(0.05, 0.055);
    return [
      `is ${((16 * 0.05 * 0.95) / 0.005 ** 2).toLocaleString("en-US")} per group`,
      `gives ${Math.ceil(users).toLocaleString("en-US")} per group`,
      `about 62,500 visitors or ${Math.ceil((2 * users) / 4000)} days`,
      `about ${Math.round(perGroup(0.05, 0.0525) / 1000)},000 per group`,
    ];
  },
  "rare-disease-screen": () => {
    const after = (prior: number, falseRate: number) =>
      (prior * 0.99) / (prior * 0.99 + (1 - prior) * falseRate);
    const half = (100 * 0.99) / (100 * 0.99 + 495 / 2);
    const odds = ((99 / 495) * 99) / 5;
    return [
      `99 of ${99 + 495} flagged people are sick: ${percent(after(0.01, 0.05))}`,
      `raises the answer to ${percent(half)}`,
      `which gives ${percent(odds / (1 + odds))}`,
      `the same test gives ${percent(after(0.2, 0.05))}`,
    ];
  },
  "peeking-at-results": () => [
    `is about ${percent(falseAlarms(10), 0)}`,
    `twenty looks about ${percent(falseAlarms(20), 0)}`,
    `the chance would be ${percent(1 - 0.95 ** 10, 0)}`,
  ],
  "twenty-metrics": () => [`at least one is ${percent(1 - 0.95 ** 20, 0)}`, `p below ${0.05 / 20}`],
  "simpsons-paradox": () => [
    `A solves ${percent((810 + 30) / 1000)} and B ${percent((95 + 360) / 1000)}`,
    `A would solve ${(0.9 + 0.3) * 50}% and B ${(0.95 + 0.4) * 50}%`,
  ],
  "zero-failures": () => [
    `true rate of up to ${percent(1 - 0.05 ** (1 / 50))}`,
    `here ${(3 / 50) * 100}%`,
    `you need ${Math.ceil(Math.log(0.05) / Math.log(0.99))} prompts`,
  ],
  "winners-curse": () => {
    const up = 1 - normalBelow(Z95 - 1);
    const down = normalBelow(-Z95 - 1);
    const size = up + normalDensity(Z95 - 1) - (down - normalDensity(-Z95 - 1));
    return [
      `power is ${percent(up + down, 0)}`,
      `on average ${(size / (up + down)).toFixed(1)} times the truth`,
      `about ${percent(down / (up + down))} of those`,
    ];
  },
  "bootstrap-explained": () => [`leaves out about ${percent((1 - 1 / 1000) ** 1000, 0)} of the orders`],
  "cuped-variance": () => [
    `If, say, ρ = 0.7, it is ${(1 - 0.7 ** 2).toFixed(2)}, so six weeks become about three`,
  ],
  "clustered-users": () => {
    const factor = 1 + 19 * 0.05;
    const z = 2.58 / Math.sqrt(factor);
    return [
      `the variance is ${factor.toFixed(2)} times larger`,
      `about ${Math.round(10_000 / factor).toLocaleString("en-US")} independent ones`,
      `from 2.58 to ${z.toFixed(2)}, and p rises to about ${(2 * (1 - normalBelow(z))).toFixed(3)}`,
    ];
  },
  "double-headed-coin": () => [
    `128 to 99, a probability of ${percent(128 / 227, 0)}`,
    `at least ${(99 * 19).toLocaleString("en-US")}: ${Math.ceil(Math.log2(99 * 19))} heads`,
  ],
  "incident-counts": () => {
    const tail = poissonAtLeast(8, 4);
    return [`happens in ${percent(tail)} of weeks`, `there is a ${percent(1 - (1 - tail) ** 52, 0)} chance`];
  },
  "evaluate-two-models": () => {
    let tail = 0;
    for (let k = 0; k <= 8; k++) tail += choose(26, k) / 2 ** 26;
    return [
      `±${(100 * Z95 * Math.sqrt((0.8 * 0.2) / 200)).toFixed(1)} points`,
      `p = ${(2 * tail).toFixed(3)}`,
      `about ${Math.ceil((0.16 * Z95 ** 2) / 0.02 ** 2).toLocaleString("en-US")} questions`,
    ];
  },
  "almost-significant": () => {
    const error = Math.sqrt((0.02 * 0.98 + 0.024 * 0.976) / 10_000);
    const end = (sign: number) => Math.abs(100 * (0.004 + sign * Z95 * error)).toFixed(2);
    return [
      `p = ${(2 * (1 - normalBelow(0.004 / error))).toFixed(3)}`,
      `from about −${end(-1)} to +${end(1)} points`,
    ];
  },
  "difference-in-differences": () => [
    `the effect is +${(2.6 - 2.0 - (1.8 - 1.5)).toFixed(1)} orders`,
    `would have reached ${(2.0 * (1.8 / 1.5)).toFixed(1)}, and the effect is +${(2.6 - 2.0 * (1.8 / 1.5)).toFixed(1)}`,
  ],
  "regression-to-the-mean": () => [
    `expected ${1.0 * 0.5} below it next month: a rise of ${1.0 - 1.0 * 0.5} without`,
  ],
  "correlation-zero": () => {
    const covariance = [-2, -1, 0, 1, 2].reduce((sum, x) => sum + x * (x * x - 2), 0);
    return [`it is exactly ${covariance} although`];
  },
  "non-inferiority": () => [
    `gives ${(Math.ceil(perGroup(0.8, 0.8, 0.02) / 10) * 10).toLocaleString("en-US")} users per group`,
  ],
};

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
      `accuracy is only ${percent(0.001 * 0.8 + 0.999 * 0.99)}`,
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
  "boosting-versus-forest": () => [`100 trees, the variance is ${percent(0.3 + 0.7 / 100)} of one tree's`],
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

const halfWidth = (share: number, n: number) => 100 * Z95 * Math.sqrt((share * (1 - share)) / n);
const dollars = (amount: number) => `${amount.toLocaleString("en-US")} dollars`;

function softmax(logits: number[], temperature: number): number[] {
  const powers = logits.map((logit) => Math.exp(logit / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

export const languageModelFacts: Record<string, () => string[]> = {
  "faithfulness-evaluation": () => [
    `give about ${(8 * 60) / 6} summaries a week`,
    `the interval is about ±${halfWidth(0.05, 80).toFixed(1)} points`,
    `the estimate is ${percent((0.07 - 0.03) / (0.8 - 0.03))}`,
  ],
  "agent-compounding-errors": () => {
    const step = 0.95 + 0.05 * 0.9 * 0.95;
    return [
      `0.95¹⁰ is ${percent(0.95 ** 10)}`,
      `each step needs ${percent(0.95 ** 0.1)}`,
      `= ${percent(step)}, which gives ${percent(step ** 10)} for ten steps`,
    ];
  },
  "evaluation-set-from-nothing": () => {
    const width = halfWidth(0.9, 120);
    return [`is about ${(90 - width).toFixed(0)}% to ${(90 + width).toFixed(0)}%`];
  },
  "judge-biases": () => [`around 62% is ±${halfWidth(0.62, 500).toFixed(1)} points`],
  "temperature-and-top-p": () => {
    const list = (temperature: number) =>
      softmax([2, 1, 0], temperature)
        .map((share) => percent(share))
        .join(", ");
    const [first = 0, second = 0] = softmax([2, 1, 0], 1);
    return [`At temperature 1: ${list(1)}`, list(0.5), list(2), `the first two (${percent(first + second)})`];
  },
  "cost-and-latency-budget": () => {
    const input = (200_000 * 6_000) / 1e6;
    const output = (200_000 * 400) / 1e6;
    const shared = ((200_000 * 5_000) / 1e6) * 2;
    const total = input * 2 + output * 8;
    return [
      `${input.toLocaleString("en-US")} million tokens a day, ${dollars(input * 2)}`,
      `${output} million tokens, ${dollars(output * 8)}; together ${dollars(total)}`,
      `are ${dollars(shared)} of it`,
      `to about ${shared / 10}, so the day costs about ${(total - shared * 0.9).toLocaleString("en-US")}`,
    ];
  },
  "changing-embedding-model": () => [`takes about ${Math.round(80e6 / 2_000 / 3_600)} hours`],
  "serving-throughput": () => {
    const seconds = 14e9 / 2e12;
    return [`takes ${seconds * 1000} ms`, `at most about ${Math.round(1 / seconds)} tokens per second`];
  },
  "long-context-limits": () => {
    const tokens = 5_000 * 700_000;
    return [
      `${tokens / 1e9} billion tokens a day, ${dollars(tokens / 1e6)}`,
      `about ${tokens / 1e7} with a cache hit`,
    ];
  },
};

const whole = (amount: number) => amount.toLocaleString("en-US");

export const systemDesignFacts: Record<string, () => string[]> = {
  "image-moderation": () => [
    `People can see ${whole(30 * 1500)} photos a day, ${((30 * 1500) / 1.5e6) * 100}%`,
    `About ${whole(1.5e6 * 0.005)} are bad`,
  ],
  "metrics-pipeline": () => [
    `11,980 − 10,412 = ${whole(11_980 - 10_412)}`,
    `${whole(900 + 520 + 148)}: 900 refunded`,
  ],
  "labeling-program": () => [
    `cost ${whole(50_000 * 0.4)} dollars; the remaining ${whole(30_000 - 20_000)} buy ${whole(10_000 / 0.4)}`,
    `20% at random (${whole(50_000 * 0.2)})`,
  ],
  "recommender-cold-items": () => [`need ${whole(800 * 500)} exposures`],
  "small-data-first-model": () => [`with ${300 * 0.08} urgent emails`],
  "gpu-training-budget": () => {
    const operations = 6 * 1e9 * 20e9;
    const seconds = operations / (8 * 0.4 * 300e12);
    return [
      `is ${operations / 1e20} · 10²⁰`,
      `do ${(8 * 0.4 * 300e12) / 1e14} · 10¹⁴ per second, so ${whole(seconds)} seconds`,
      `about ${Math.round(seconds / 3600)} hours and ${Math.round((seconds / 3600) * 8 * 2)} dollars`,
    ];
  },
  "what-to-log": () => {
    const millions = Math.round((300 * 86_400) / 1e6);
    return [`about ${millions} million records a day; at 1 kilobyte that is ${millions} GB`];
  },
};

export const codeFacts: Record<string, () => string[]> = {
  "threads-processes-gil": () => {
    const seconds = 50_000 * 0.2;
    return [
      `${(seconds / 3600).toFixed(1)} hours one after the other`,
      `${seconds / 100} seconds with a hundred`,
    ];
  },
  "large-csv-memory": () => [`${(300e6 * (1 + 2 + 8)) / 1e9} GB as packed arrays`],
  "calibration-error": () => [`\`int(0.29 * 100)\` is ${Math.trunc(0.29 * 100)}`],
  "parse-messy-amounts": () => [`\`int(19.99 * 100)\` is ${Math.trunc(19.99 * 100)}`],
  "ab-test-readout": () => {
    const deviation = Math.sqrt(10_000 * 0.5 * 0.5);
    return [
      `the standard deviation is ${deviation}`,
      `lies ${(5200 - 5000) / deviation} standard deviations away`,
    ];
  },
  "permutation-test": () => [
    `have ${choose(20, 10).toLocaleString("en-US")} splits`,
    `2 / ${choose(6, 3)} = ${2 / choose(6, 3)}`,
  ],
  "judge-agreement": () => {
    const expected = 0.95 ** 2 + 0.05 ** 2;
    return [
      `0.05² = ${expected.toFixed(3)}`,
      `kappa is about ${((0.9 - expected) / (1 - expected)).toFixed(2)}`,
    ];
  },
  "near-duplicate-groups": () =>
    Math.round(choose(100_000, 2) / 1e9) === 5 ? ["is five billion comparisons"] : [],
};

export const dataAndPeopleFacts: Record<string, () => string[]> = {
  "explain-to-nontechnical": () => (Math.round(1 / 6 / (1 / 25)) === 4 ? ["about four times the sales"] : []),
  "missing-not-at-random": () => {
    // Values at the mean add nothing to the sum of squares, so only the observed two thirds remain.
    const observed = [-1, 1, -1, 1];
    const filled = [...observed, 0, 0];
    const variance = (values: number[]) => values.reduce((sum, x) => sum + x * x, 0) / values.length;
    return Math.abs(variance(filled) / variance(observed) - 2 / 3) < 1e-9
      ? ["the variance falls to two thirds"]
      : [];
  },
  "time-zone-trouble": () => {
    const minutes = 20 * 60 + 30 - 330;
    return [
      `evening peak at 20:30 appears at ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`,
    ];
  },
  "deduplicate-customers": () => [`All pairs would be ${(3e6 * 2e6) / 1e12} · 10¹²`],
  "chart-that-misleads": () => {
    const error = 0.9 / Math.sqrt(40);
    return [
      `a standard error of ${error.toFixed(2)}`,
      `about ±${(1.96 * error).toFixed(2)}`,
      `two weeks (${(error * Math.SQRT2).toFixed(2)})`,
    ];
  },
  "pandas-to-scale": () => [
    `is ${(6e6 * 400e3) / 1e12} trillion comparisons`,
    `filter over ${whole(400_000)} customers`,
  ],
  "revenue-drop-decomposition": () => {
    const phones = (average: number) => (6 - average) / (6 - 3);
    if (Math.abs(phones(5) - 1 / 3) > 1e-9) return [];
    return [
      `5.00 means one third phones; 4.60 means ${(phones(4.6) * 100).toFixed(1)}%`,
      `total revenue rose by ${(((1.1 * 4.6) / 5 - 1) * 100).toFixed(1)}%`,
    ];
  },
};

/** For each question with computed numbers: the words and figures that its text must contain. */
export const computedFacts: Record<string, () => string[]> = {
  ...codeFacts,
  ...dataAndPeopleFacts,
  ...languageModelFacts,
  ...machineLearningFacts,
  ...statisticsFacts,
  ...systemDesignFacts,
};
