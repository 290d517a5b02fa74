const whole = (amount: number) => amount.toLocaleString("en-US");

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
