import { normalQuantile } from "./formulas.ts";

const Z95 = normalQuantile(0.975);
const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`;
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
