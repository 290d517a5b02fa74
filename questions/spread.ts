import { LEVELS, type Question, ROLES, TOPICS } from "./schema.ts";

type Column = [name: string, belongs: (question: Question) => boolean];

/** How many questions there are by topic: a table by level and kind of code, and a table by role. */
function spreadTables(questions: Question[]): string {
  const levels = LEVELS.map((level): Column => [level, (question) => question.level === level]);
  const kinds: Column[] = [
    ["Python code", ({ kind }) => kind === "python"],
    ["SQL code", ({ kind }) => kind === "sql"],
  ];
  const roles = ROLES.map((role): Column => [role, (question) => question.roles.includes(role)]);
  return [
    spreadTable(questions, [["all", () => true], ...levels, ...kinds]),
    spreadTable(questions, roles),
  ].join("\n\n");
}

/** One row for each topic and one for the total. */
function spreadTable(questions: Question[], columns: Column[]): string {
  const row = (name: string, rows: Question[]) => [
    name,
    ...columns.map(([, belongs]) => String(rows.filter(belongs).length)),
  ];
  return formatTable([
    ["topic", ...columns.map(([name]) => name)],
    ...TOPICS.map((topic) =>
      row(
        topic,
        questions.filter((question) => question.topic === topic),
      ),
    ),
    row("total", questions),
  ]);
}

/** A Markdown table with padded cells: the first column is aligned left, the others right. */
function formatTable([header = [], ...rows]: string[][]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [header, rule, ...rows].map(line).join("\n");
}

/** Replaces the text between the two marks of the document with the tables of the bank. */
export function placeSpread(document: string, questions: Question[]): string {
  const between = /(<!-- spread -->\n)[\s\S]*?(<!-- \/spread -->)/;
  if (!between.test(document)) throw new Error("the document has no <!-- spread --> marks");
  return document.replace(between, (_, before, after) => `${before}\n${spreadTables(questions)}\n\n${after}`);
}
