import type { PadRunResult } from "@greenroom/contract/room/code-pad.ts";
import { maxRunFigures, runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import quickjsBytes from "@jitl/quickjs-wasmfile-release-sync/wasm?bytes";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { openSandboxProgram, type SandboxProgram } from "../../testing/code-sandbox.ts";
import type { CodeRunner } from "./code-runner.ts";

const calls = serveCallAnswers();
const download = `GET ${quickjsUrl}`;
/** As many bytes as the real file has: a text in quotes. */
const file = { body: "x".repeat(quickjsBytes - 2) };
const ended = { type: "ended", outcome: "finished", durationMs: 38, isIntact: true } as const;
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let runners: CodeRunner[] = [];
beforeEach(() => {
  // Each test is a page that was just loaded, which has no language yet.
  vi.resetModules();
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
  calls.set({ "GET /code-sandbox": { body: "" }, [download]: file });
});
afterEach(() => {
  for (const runner of runners) runner.close();
  runners = [];
});

async function openRunner() {
  const module = await import("./code-runner.ts");
  const results: PadRunResult[] = [];
  const runner = new module.CodeRunner((result) => results.push(result));
  runners.push(runner);
  const run = (code = "1") => runner.run("javascript", { code, input: "", tables: [] });
  return { runner, results, run, phase: () => runner.store.getState().phase };
}

async function openReadyProgram(requests = 1): Promise<SandboxProgram> {
  const program = await openSandboxProgram();
  program.send({ type: "ready" });
  await waitFor(() => expect(program.requests).toHaveLength(requests));
  return program;
}

/** A run whose code has started. */
async function start() {
  const opened = await openRunner();
  void opened.run();
  const program = await openReadyProgram();
  program.send({ type: "started" });
  await waitFor(() => expect(opened.phase()).toBe("running"));
  return { ...opened, program };
}

describe("one run at a time", () => {
  it("ignores a second run while one is in progress", async () => {
    const { run, program, results } = await start();
    await run("2");
    program.send(ended);
    await waitFor(() => expect(results).toHaveLength(1));
    expect(program.requests.map(({ code }) => code)).toEqual(["1"]);
  });

  it("counts a run once, whatever the program sends after its end", async () => {
    const { program, results, phase } = await start();
    program.send(
      ended,
      { type: "output", text: "later" },
      { ...ended, outcome: "failed" },
      { type: "started" },
    );
    await waitFor(() => expect(results).toHaveLength(1));
    // The messages after the end have arrived, too, when the next run gets its answer.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(results).toMatchObject([{ outcome: "finished", output: "" }]);
    expect(phase()).toBe("ended");
  });
});

describe("the output of a run", () => {
  it("is cut after its most characters, with a line that says so", async () => {
    const { program, results } = await start();
    program.send(
      { type: "output", text: "a".repeat(runOutputCharacters) },
      { type: "output", text: "b" },
      ended,
    );
    await waitFor(() => expect(results).toHaveLength(1));
    const output = results[0]?.output ?? "";
    expect(output).toHaveLength(runOutputCharacters);
    expect(output).toMatch(/a\n… The output was longer than 20,000 characters: the rest is left out\.$/);
  });

  it("has at most its first figures", async () => {
    const { program, results } = await start();
    for (let index = 0; index <= maxRunFigures; index += 1) {
      program.send({ type: "figure", png, alt: `Figure ${index + 1}` });
    }
    program.send(ended);
    await waitFor(() => expect(results).toHaveLength(1));
    expect(results[0]?.figures?.map(({ alt }) => alt)).toEqual(["Figure 1", "Figure 2", "Figure 3"]);
  });

  it("is kept when the program breaks", async () => {
    const { program, results } = await start();
    program.send({ type: "output", text: "so far" }, { type: "broken" });
    await waitFor(() => expect(results).toMatchObject([{ outcome: "failed", output: "so far" }]));
  });
});

describe("a run that did not start", () => {
  it("is given up after ninety seconds", async () => {
    const { run, runner, results } = await openRunner();
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
    void run();
    await openReadyProgram();
    vi.advanceTimersByTime(90_000);
    expect(runner.store.getState()).toEqual({ phase: "unavailable", language: "javascript", cause: "start" });
    expect(results).toEqual([]);
  });

  it("that was stopped has no result, and its frame is closed", async () => {
    const { run, runner, results, phase } = await openRunner();
    void run();
    await openReadyProgram();
    runner.stop();
    expect(phase()).toBe("idle");
    expect(results).toEqual([]);
    expect(document.querySelectorAll("iframe")).toHaveLength(0);
  });
});

describe("a part of the page that is closed", () => {
  it("has no result of the run in progress", async () => {
    const { runner, program, results, phase } = await start();
    runner.close();
    expect(phase()).toBe("idle");
    program.send(ended);
    expect(results).toEqual([]);
  });

  it("leaves its started language to the next one", async () => {
    const { runner, program, results } = await start();
    program.send(ended);
    await waitFor(() => expect(results).toHaveLength(1));
    runner.close();
    const next = await openRunner();
    void next.run("2");
    await waitFor(() => expect(program.requests.map(({ code }) => code)).toEqual(["1", "2"]));
  });
});
