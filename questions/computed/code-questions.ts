import { choose } from "./formulas.ts";

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
