import {
  choose,
  normalBelow,
  normalDensity,
  normalQuantile,
  poissonAtLeast,
  seededRandom,
} from "./formulas.ts";

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
    `With ρ = 0.7 it is ${(1 - 0.7 ** 2).toFixed(2)}, so six weeks become about three`,
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
