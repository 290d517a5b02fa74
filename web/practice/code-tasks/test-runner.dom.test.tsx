import initdbBytes from "@electric-sql/pglite/initdb.wasm?bytes";
import initdbUrl from "@electric-sql/pglite/initdb.wasm?url";
import postgresDataBytes from "@electric-sql/pglite/pglite.data?bytes";
import postgresDataUrl from "@electric-sql/pglite/pglite.data?url";
import postgresBytes from "@electric-sql/pglite/pglite.wasm?bytes";
import postgresUrl from "@electric-sql/pglite/pglite.wasm?url";
import type { CodeTask, SqlTest } from "@greenroom/contract/room/questions.ts";
import { screen, waitFor } from "@testing-library/react";
import pythonBytes from "pyodide/pyodide.asm.wasm?bytes";
import pythonUrl from "pyodide/pyodide.asm.wasm?url";
import libraryBytes from "pyodide/python_stdlib.zip?bytes";
import libraryUrl from "pyodide/python_stdlib.zip?url";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { openSandboxProgram, type SandboxProgram } from "../../testing/code-sandbox.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import type { TestRun } from "./code-tests.ts";
import { RunnerStatus, TestResults, type useTestRunner } from "./test-runner.tsx";

const calls = serveCallAnswers();
/** As many bytes as the real file has: a text in quotes. */
const fileOf = (bytes: number) => ({ body: "x".repeat(bytes - 2) });
const ended = { type: "ended", outcome: "finished", durationMs: 12, isIntact: true } as const;

beforeEach(() => {
  // Each test is a page that was just loaded, which has no language yet.
  vi.resetModules();
  // A page that was left keeps its last frame for a minute.
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
  calls.set({
    "GET /code-sandbox": { body: "" },
    [`GET ${pythonUrl}`]: fileOf(pythonBytes),
    [`GET ${libraryUrl}`]: fileOf(libraryBytes),
    [`GET ${postgresUrl}`]: fileOf(postgresBytes),
    [`GET ${initdbUrl}`]: fileOf(initdbBytes),
    [`GET ${postgresDataUrl}`]: fileOf(postgresDataBytes),
  });
});

/** A candidate's code and its tests. */
function Task({ useRunner, code, task }: { useRunner: typeof useTestRunner; code: string; task: CodeTask }) {
  const runner = useRunner();
  const [run, setRun] = useState<TestRun | null>(null);
  return (
    <>
      <button type="button" onClick={async () => setRun(await runner.run(code, task.visibleTests, task))}>
        Run tests
      </button>
      <p>{runner.isBusy ? "The tests run" : "Nothing runs"}</p>
      <RunnerStatus state={runner.state} onStop={runner.stop} />
      {run && <TestResults title="tests" run={run} />}
    </>
  );
}

const pythonTask: CodeTask = {
  language: "python",
  starterCode: "",
  visibleTests: [
    { kind: "python", name: "one row", code: "check(count([1]), 1)" },
    { kind: "python", name: "no rows", code: "check(count([]), 0)" },
  ],
  hiddenTests: 0,
  tables: [],
  ordered: false,
};
const people = (rows: string[][]) => ({
  name: "people",
  columns: [{ name: "name", type: "text" }],
  rows,
});
const sqlTest = (name: string, rows: string[][], tables: SqlTest["tables"] = []): SqlTest => ({
  kind: "sql",
  name,
  tables,
  expected: { columns: ["name"], rows },
});
const sqlTask: CodeTask = {
  ...pythonTask,
  language: "sql",
  visibleTests: [
    sqlTest("the people of the question", [["Asha"]]),
    sqlTest("other people", [["Ravi"]], [people([["Ravi"]])]),
    sqlTest("nobody", [], [people([])]),
  ],
  tables: [people([["Asha"]])],
};

async function openTask(task: CodeTask, code: string) {
  const { useTestRunner: useRunner } = await import("./test-runner.tsx");
  const { user } = renderScreen(<Task useRunner={useRunner} code={code} task={task} />);
  return (name: string) => user.click(screen.getByRole("button", { name }));
}

/** Runs the tests until the language has started. */
async function start(task: CodeTask, code: string) {
  const press = await openTask(task, code);
  await press("Run tests");
  const program = await openSandboxProgram();
  program.send({ type: "ready" });
  return { press, program };
}

async function requestOf(program: SandboxProgram, index: number) {
  await waitFor(() => expect(program.requests.length).toBeGreaterThan(index));
  const request = program.requests[index];
  if (request === undefined) throw new Error(`there is no request ${index}`);
  program.send({ type: "started" });
  return request;
}

const shownResults = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

describe("tests of Python", () => {
  it("run in one program, which reports each of them", async () => {
    const { program } = await start(pythonTask, "count = len");
    const { code, packageCode } = await requestOf(program, 0);
    // Only the candidate's own imports are loaded, not those of our program.
    expect(packageCode).toBe("count = len");
    const marker = code.match(/@@[0-9a-f-]{36}@@/)?.[0];
    const reports = [
      { index: 0, passed: true, printed: "counted\n" },
      { index: 1, passed: false, call: "count([])", wanted: "0", got: "1" },
    ].map((report) => `${marker}${JSON.stringify(report)}\n`);
    program.send({ type: "output", text: reports.join("") }, ended);
    await screen.findByText("1 of 2 tests pass");
    expect(shownResults()).toEqual(["one row: passes", "no rows: failscallcount([])wanted0got1"]);
    expect(screen.getByText("What your code printed")).toBeDefined();
    expect(screen.getByText("Nothing runs")).toBeDefined();
    expect(program.requests).toHaveLength(1);
  });

  it("that were stopped count as not finished, and say why the run ended", async () => {
    const { press, program } = await start(pythonTask, "while True: pass");
    await requestOf(program, 0);
    await screen.findByText("Running the tests…");
    await press("Stop");
    await screen.findByText("0 of 2 tests pass");
    expect(screen.getByText(/^Stopped/)).toBeDefined();
    expect(shownResults()[0]).toContain("It did not finish.");
  });

  it("that cannot be loaded leave a reason and no result", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    calls.set({ [`GET ${pythonUrl}`]: { status: 503, body: "" } });
    const press = await openTask(pythonTask, "count = len");
    await press("Run tests");
    await screen.findByText("Python could not be loaded. Check your connection, then run again.");
    await screen.findByText("Nothing runs");
    expect(screen.queryByRole("list")).toBeNull();
  });

  it("that are stopped while Python starts have no result", async () => {
    const press = await openTask(pythonTask, "count = len");
    await press("Run tests");
    await press("Stop");
    await screen.findByText("Nothing runs");
    expect(screen.queryByRole("list")).toBeNull();
  });
});

describe("tests of SQL", () => {
  const answer = (program: SandboxProgram, rows: string[][]) =>
    program.send({ type: "output", text: JSON.stringify({ error: null, columns: ["name"], rows }) }, ended);

  it("run one after the other, each on its own tables", async () => {
    const { program } = await start(sqlTask, "select name from people");
    for (const [index, rows] of [[["Asha"]], [["Ravi"]], [["Asha"]]].entries()) {
      await requestOf(program, index);
      expect(screen.getByText("The tests run")).toBeDefined();
      answer(program, rows);
    }
    await screen.findByText("2 of 3 tests pass");
    expect(program.requests.map(({ tables }) => tables[0]?.rows)).toEqual([[["Asha"]], [["Ravi"]], []]);
    expect(shownResults()[2]).toMatch(/^nobody: failswanted.*0 rowsgot.*Asha.*1 row$/s);
  });

  it("after one that was stopped do not run, and say so", async () => {
    const { press, program } = await start(sqlTask, "select pg_sleep(60)");
    await requestOf(program, 0);
    answer(program, [["Asha"]]);
    await requestOf(program, 1);
    await screen.findByText("Running the tests…");
    await press("Stop");
    await screen.findByText("1 of 3 tests pass");
    expect(shownResults()[2]).toContain("It did not run.");
    expect(screen.getByText(/^Stopped/)).toBeDefined();
  });

  it("go on after a query with an error, which is the reason of its test", async () => {
    const { program } = await start(sqlTask, "select nam from people");
    for (const index of [0, 1, 2]) {
      await requestOf(program, index);
      const output = JSON.stringify({ error: 'column "nam" does not exist', columns: [], rows: [] });
      program.send({ type: "output", text: output }, { ...ended, outcome: "failed" });
    }
    await screen.findByText("0 of 3 tests pass");
    for (const result of shownResults()) expect(result).toContain('column "nam" does not exist');
  });
});
