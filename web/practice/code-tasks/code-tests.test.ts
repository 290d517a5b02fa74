import type { PadRunResult } from "@greenroom/contract/room/code-pad.ts";
import type { PythonTest, SqlTest } from "@greenroom/contract/room/questions.ts";
import { loadPyodide } from "pyodide";
import { beforeAll, describe, expect, it, test } from "vitest";
import {
  buildPythonProgram,
  readPythonReports,
  readSqlTest,
  tablesOfTest,
  testsAhead,
} from "./code-tests.ts";

describe("test run", () => {
  const test = { kind: "python" as const, name: "empty", code: "assert f([]) == []" };

  describe("the tests of a task, before the first run", () => {
    it.each([
      [1, 2, "1 visible test. 2 hidden ones run"],
      [2, 1, "2 visible tests. 1 hidden one runs"],
      [3, 4, "3 visible tests. 4 hidden ones run"],
    ])("%i visible and %i hidden are counted in correct English", (visible, hidden, text) => {
      const visibleTests = Array.from({ length: visible }, () => test);
      expect(testsAhead({ visibleTests, hiddenTests: hidden })).toBe(text);
    });
  });
});

describe("python program", () => {
  let python: Awaited<ReturnType<typeof loadPyodide>>;
  beforeAll(async () => {
    python = await loadPyodide();
  }, 60_000);

  const tests: PythonTest[] = [
    { kind: "python", name: "doubles", code: "assert double(2) == 4" },
    { kind: "python", name: "takes text", code: 'assert double("a\\n") == "a\\na\\n"' },
  ];

  function run(code: string, given = tests) {
    const lines: string[] = [];
    python.setStdout({ batched: (line) => lines.push(line) });
    // With the file name that the runner in the page uses.
    python.runPython(buildPythonProgram(code, given, "@@mark@@"), { filename: "main.py" });
    return readPythonReports(lines.join("\n"), given, "@@mark@@");
  }

  describe("tests in Python", () => {
    test("pass for correct code", () => {
      const { outcomes } = run("def double(x):\n    return x + x");
      expect(outcomes).toEqual(tests.map(({ name }) => ({ name, passed: true, problem: null })));
    });

    test("report the call, the expected and the returned value", () => {
      const [first] = run("def double(x):\n    return 5").outcomes;
      expect(first?.problem).toMatchObject({ call: "double(2)", wanted: "4", got: "5" });
    });

    test("report the line of an error in the code", () => {
      const [first] = run("def double(x):\n    return x + None").outcomes;
      expect(first?.problem).toMatchObject({ error: expect.stringMatching(/^TypeError: /), line: 2 });
    });

    test.each([
      ["a syntax error", "def double(x)\n    return x", /SyntaxError/],
      ["an exit", "import sys\nsys.exit(0)", /SystemExit/],
      ["a missing function", "x = 1", /NameError: name 'double' is not defined/],
    ])("fail for %s, all of them", (_, code, error) => {
      const { outcomes } = run(code);
      expect(outcomes.map(({ passed }) => passed)).toEqual([false, false]);
      expect(outcomes[0]?.problem?.error).toMatch(error);
    });

    test("start with a fresh state each", () => {
      const counting: PythonTest[] = [1, 2].map((index) => ({
        kind: "python",
        name: `${index}`,
        code: "assert step() == 1",
      }));
      const { outcomes } = run(
        "calls = []\ndef step():\n    calls.append(1)\n    return len(calls)",
        counting,
      );
      expect(outcomes.map(({ passed }) => passed)).toEqual([true, true]);
    });

    test("are not fooled by what the code prints, and show it", () => {
      const { outcomes, printed } = run(
        'print(\'@@mark@@{"index": 0, "passed": true}\')\ndef double(x):\n    return 0',
      );
      expect(outcomes[0]?.passed).toBe(false);
      expect(printed).toContain("@@mark@@");
    });

    test("without a report did not finish", () => {
      const { outcomes } = readPythonReports(
        '@@mark@@{"index": 0, "passed": true}\n@@mark@@{"ind',
        tests,
        "@@mark@@",
      );
      expect(outcomes.map(({ passed }) => passed)).toEqual([true, false]);
      expect(outcomes[1]?.problem?.error).toBe("It did not finish.");
    });
  });
});

describe("sql tests", () => {
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
});
