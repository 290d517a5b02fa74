import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import type { SqlTest } from "@greenroom/contract/room/questions.ts";
import { expect, it } from "vitest";
import { readSqlTest, tablesOfTest } from "./sql-tests.ts";

const test: SqlTest = {
  kind: "sql",
  name: "counts",
  tables: [],
  expected: {
    columns: ["name", "orders"],
    rows: [
      ["Ada", "2"],
      ["Ben", null],
    ],
  },
};

function ran(output: string, outcome: PadRunResult["outcome"] = "finished"): PadRunResult {
  return { language: "sql", outcome, output, durationMs: 5 };
}
const result = (columns: string[], rows: (string | null)[][], error: string | null = null) =>
  JSON.stringify({ columns, rows, error });
const swapped = [["Ben", null] as const, ["Ada", "2"] as const].map((row) => [...row]);

it("passes for the expected rows, in any order unless the prompt asks for one", () => {
  const output = result(["name", "orders"], swapped);
  expect(readSqlTest(test, ran(output), { ordered: false })).toEqual({
    name: "counts",
    passed: true,
    problem: null,
  });
  expect(readSqlTest(test, ran(output), { ordered: true }).passed).toBe(false);
});

it.each([
  ["other rows", result(["name", "orders"], [["Ada", "2"]]), "| Ada | 2 |\n1 row"],
  [
    "text in place of a null",
    result(
      ["name", "orders"],
      [
        ["Ada", "2"],
        ["Ben", "NULL"],
      ],
    ),
    "| Ben | NULL |",
  ],
  ["other names of columns", result(["person", "orders"], test.expected.rows), "| person | orders |"],
])("shows both results for %s", (_, output, got) => {
  const { passed, problem } = readSqlTest(test, ran(output), { ordered: false });
  expect(passed).toBe(false);
  expect(problem?.got).toContain(got);
  expect(problem?.wanted).toBe("| name | orders |\n| Ada | 2 |\n| Ben | NULL |\n2 rows");
});

it.each([
  [
    "an error",
    ran(result([], [], 'ERROR: column "x" does not exist'), "failed"),
    'column "x" does not exist',
  ],
  ["a statement without a result", ran(result([], [])), "returned no rows and no columns"],
  ["a result that is too long", ran('{"columns":["name"'), "did not finish"],
  ["a time limit", ran("", "timed_out"), "did not finish"],
])("fails with the reason for %s", (_, run, reason) => {
  expect(readSqlTest(test, run, { ordered: false }).problem?.error).toContain(reason);
});

it("replaces the rows of the tables that a test names", () => {
  const columns = [{ name: "id", type: "integer" }];
  const [a, b] = [
    { name: "a", columns, rows: [["1"]] },
    { name: "b", columns, rows: [["2"]] },
  ];
  const other = { ...b, rows: [["3"]] };
  expect(tablesOfTest([a, b], { ...test, tables: [other] })).toEqual([a, other]);
});
