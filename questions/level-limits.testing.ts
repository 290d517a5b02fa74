import type { Question } from "./schema.ts";

/** What a SQL reference solution uses, in the order of the table, with the pattern that finds it. */
const sqlFeatures: readonly [name: string, pattern: RegExp][] = [
  ["joins", /\bjoin\b/gi],
  ["subqueries", /\(\s*(?:select|with|values)\b/gi],
  ["windows", /\bover\b/gi],
  ["distinct on", /\bdistinct on\b/gi],
  ["generate_series", /\bgenerate_series\b/gi],
  ["lateral", /\blateral\b/gi],
  ["recursion", /\brecursive\b/gi],
];
const pythonFeatures: readonly [name: string, pattern: RegExp][] = [
  ["functions", /\bdef /g],
  ["loops", /\b(?:for|while)\b/g],
  ["classes", /^class /gm],
  ["generators", /\byield\b/g],
  ["regular expressions", /\bre\./g],
];

interface Needs {
  /** Lines of the reference solution; 0 for a question to talk about. */
  lines: number;
  /** How often the reference solution uses what. */
  uses: Readonly<Record<string, number>>;
  isCalculated: boolean;
}

/** What an answer needs, as far as it can be counted: the code of the reference solution, or a calculation. */
export function countNeeds(question: Question): Needs {
  const isCalculated = question.kind === "talk" && question.sources.some(({ kind }) => kind === "computed");
  if (question.kind === "talk") return { lines: 0, uses: {}, isCalculated };
  const code = question.referenceSolution;
  const features = question.kind === "sql" ? sqlFeatures : pythonFeatures;
  const uses = Object.fromEntries(
    features.flatMap(([name, pattern]) => {
      const count = code.match(pattern)?.length ?? 0;
      return count === 0 ? [] : [[name, count]];
    }),
  );
  return { lines: code.split("\n").filter((line) => line.trim() !== "").length, uses, isCalculated };
}

/** The most that a question of a level may need; what is not named has no limit. */
interface LevelLimits {
  minutes: number;
  lines: number;
  uses: Readonly<Record<string, number>>;
}

/**
 * The limits of code questions below senior. A junior writes one step and at most one window, or one function without
 * much to combine; several steps over each other are for mid.
 */
const levelLimits: Readonly<Record<"sql" | "python", Record<"junior" | "mid", LevelLimits>>> = {
  sql: {
    junior: {
      minutes: 12,
      lines: 10,
      uses: { joins: 1, subqueries: 1, windows: 1, "distinct on": 1, lateral: 0, recursion: 0 },
    },
    mid: { minutes: 20, lines: 20, uses: { lateral: 0, recursion: 0 } },
  },
  python: {
    junior: { minutes: 15, lines: 20, uses: { functions: 2, classes: 0, "regular expressions": 0 } },
    mid: { minutes: 25, lines: 30, uses: {} },
  },
};

/** What a question needs beyond the limits of its level, in words. */
export function findExcess(question: Question): string[] {
  if (question.kind === "talk" || question.level === "senior") return [];
  const limits = levelLimits[question.kind][question.level];
  const { lines, uses } = countNeeds(question);
  const checks: [name: string, found: number, limit: number | undefined][] = [
    ["minutes", question.minutes, limits.minutes],
    ["lines", lines, limits.lines],
    ...Object.entries(uses).map(([name, found]): [string, number, number | undefined] => [
      name,
      found,
      limits.uses[name],
    ]),
  ];
  return checks.flatMap(([name, found, limit]) =>
    limit !== undefined && found > limit ? [`${found} ${name}, at most ${limit}`] : [],
  );
}
