import type { PythonTest } from "@greenroom/contract/room/questions.ts";
import harness from "./python-tests.py?raw";
import type { TestOutcome } from "./test-run.ts";

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
