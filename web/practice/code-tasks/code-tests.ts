import type { PadRunResult } from "@greenroom/contract/room/code-pad.ts";
import type { CodeTask, PythonTest, QuestionTable, SqlTest } from "@greenroom/contract/room/questions.ts";
import { type SqlResult, sqlTableLine } from "../../room/code-runs/sql-results.ts";
import harness from "./python-tests.py?raw";

/** Why a test failed, as far as the language reports it. */
export interface TestProblem {
  error: string;
  line?: number | undefined;
  call?: string | undefined;
  got?: string | undefined;
  wanted?: string | undefined;
}

export interface TestOutcome {
  name: string;
  passed: boolean;
  problem: TestProblem | null;
}

/** All tests of one run, in order. */
export interface TestRun {
  outcomes: TestOutcome[];
  /** The output of the code during the first test. */
  printed: string;
  durationMs: number;
  /** The reason why the run ended early; null when all tests ran. */
  stoppedBy: string | null;
}

export function countTests(outcomes: readonly TestOutcome[]): { passed: number; total: number } {
  return { passed: outcomes.filter(({ passed }) => passed).length, total: outcomes.length };
}

/** "1 visible test. 2 hidden ones run": the beginning of a sentence that says when. */
export function testsAhead({
  visibleTests,
  hiddenTests,
}: Pick<CodeTask, "visibleTests" | "hiddenTests">): string {
  const visible = visibleTests.length === 1 ? "1 visible test" : `${visibleTests.length} visible tests`;
  return `${visible}. ${hiddenTests === 1 ? "1 hidden one runs" : `${hiddenTests} hidden ones run`}`;
}

/** One program that runs all tests. JSON strings are valid Python string literals. */
export function buildPythonProgram(code: string, tests: readonly PythonTest[], marker: string): string {
  const values = [code, tests.map((test) => test.code), marker].map((value) => JSON.stringify(value));
  return `${harness}\n\nrun_tests(${values.join(", ")})\n`;
}

interface Report {
  index: number;
  passed: boolean;
  error?: string;
  line?: number | null;
  call?: string;
  got?: string;
  wanted?: string;
  printed?: string;
}

/** The program's report on each test. A test without a report did not finish. */
export function readPythonReports(
  output: string,
  tests: readonly PythonTest[],
  marker: string,
): { outcomes: TestOutcome[]; printed: string } {
  const reports = new Map<number, Report>();
  for (const line of output.split("\n")) {
    const start = line.indexOf(marker);
    const report = start === -1 ? null : parseReport(line.slice(start + marker.length));
    if (report !== null) reports.set(report.index, report);
  }
  const outcomes = tests.map(({ name }, index): TestOutcome => {
    const report = reports.get(index);
    if (report === undefined) return { name, passed: false, problem: { error: "It did not finish." } };
    if (report.passed) return { name, passed: true, problem: null };
    const { error = "", line, call, got, wanted } = report;
    return { name, passed: false, problem: { error, line: line ?? undefined, call, got, wanted } };
  });
  return { outcomes, printed: reports.get(0)?.printed ?? "" };
}

function parseReport(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    // A line that was truncated at the output limit.
    return null;
  }
}

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
