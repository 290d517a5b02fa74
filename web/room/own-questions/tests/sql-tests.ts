import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import type { CodeTask, QuestionTable, SqlTest } from "@greenroom/contract/room/questions.ts";
import { type SqlResult, sqlTableLine } from "../../code-pads/run/output/sql-table.ts";
import type { TestOutcome, TestProblem } from "./test-run.ts";

/** The most rows of a result that the reason of a failure shows. */
const shownRows = 12;

/** The question's tables with those that a test replaces. */
export function tablesOfTest(tables: readonly QuestionTable[], test: SqlTest): QuestionTable[] {
  const replaced = new Map(test.tables.map((table) => [table.name, table]));
  return tables.map((table) => replaced.get(table.name) ?? table);
}

/** The outcome of a test from the run of its query. */
export function readSqlTest(
  { name, expected }: SqlTest,
  { outcome, output }: PadRunResult,
  { ordered }: Pick<CodeTask, "ordered">,
): TestOutcome {
  const failed = (problem: TestProblem): TestOutcome => ({ name, passed: false, problem });
  const result = parseResult(output);
  if (result === null || outcome === "timed_out" || outcome === "out_of_memory")
    return failed({ error: "It did not finish." });
  if (result.error !== null) return failed({ error: result.error });
  const { columns, rows } = result;
  if (columns.length === 0) return failed({ error: "The query returned no rows and no columns." });
  const isSame =
    JSON.stringify(columns) === JSON.stringify(expected.columns) &&
    JSON.stringify(comparable(rows, ordered)) === JSON.stringify(comparable(expected.rows, ordered));
  if (isSame) return { name, passed: true, problem: null };
  return failed({ error: "", wanted: print(expected), got: print(result) });
}

function parseResult(output: string): SqlResult | null {
  try {
    return JSON.parse(output) as SqlResult;
  } catch {
    // The result was longer than the output of a run may be.
    return null;
  }
}

/** Rows in order where the prompt asks for one, otherwise sorted. */
function comparable(rows: SqlResult["rows"], ordered: boolean): string[] {
  const lines = rows.map((row) => JSON.stringify(row));
  return ordered ? lines : lines.sort();
}

function print({ columns, rows }: Pick<SqlResult, "columns" | "rows">): string {
  const lines = [columns, ...rows.slice(0, shownRows)].map(sqlTableLine);
  const more = rows.length - shownRows;
  const count = `${rows.length} ${rows.length === 1 ? "row" : "rows"}`;
  return `${lines.join("")}${more > 0 ? `and ${more} more: ${count}` : count}`;
}
