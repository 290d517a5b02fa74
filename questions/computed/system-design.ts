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
