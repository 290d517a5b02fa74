import { countNeeds } from "./needs.ts";
import { LEVELS, type Question, TOPICS } from "./schema.ts";

const heading = `# Levels of the questions

\`npm run questions:spread\` writes this page, and a test fails when it is out of date. What an answer needs is counted in
the reference solution; how often something is used stands before it. [questions.md](questions.md) says how a level is
chosen.
`;

/** The page with every question by topic, the easier ones first: in the order in which a drill asks new cards. */
export function writeLevelTable(questions: readonly Question[]): string {
  const tables = TOPICS.map((topic) => {
    const rows = questions
      .filter((question) => question.topic === topic)
      .sort(
        (a, b) =>
          LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
          a.minutes - b.minutes ||
          (a.id < b.id ? -1 : 1),
      )
      .map((question) => [
        question.level,
        String(question.minutes),
        `\`${question.id}\``,
        describeNeeds(question),
      ]);
    return `## ${topic}\n\n${formatTable([["level", "minutes", "question", "needs"], ...rows])}\n`;
  });
  return [heading, ...tables].join("\n");
}

function describeNeeds(question: Question): string {
  const { lines, uses, isCalculated } = countNeeds(question);
  if (question.kind === "talk") return isCalculated ? "talk, with a calculation" : "talk";
  const used = Object.entries(uses).map(([name, count]) => `${count} ${name}`);
  return [`${question.kind === "sql" ? "SQL" : "Python"}, ${lines} lines`, ...used].join(", ");
}

function formatTable(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
