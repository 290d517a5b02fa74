import type { Question } from "../schema.ts";
import { countNeeds } from "./count-needs.ts";

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
