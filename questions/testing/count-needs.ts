import type { Question } from "../schema.ts";

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
