import type { PythonTest } from "@greenroom/contract/room/questions.ts";
import { loadPyodide } from "pyodide";
import { beforeAll, describe, expect, test } from "vitest";
import { buildPythonProgram, readPythonReports } from "./python-program.ts";

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
    const { outcomes } = run("calls = []\ndef step():\n    calls.append(1)\n    return len(calls)", counting);
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
