import type { PadRunResult, RunInProgress } from "@greenroom/contract/room/code-pad.ts";
import quickjsBytes from "@jitl/quickjs-wasmfile-release-sync/wasm?bytes";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type StoreApi, useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { openSandboxProgram } from "../../testing/code-sandbox.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { type RemoteRun, type RemoteRunning, type RunPanel, RunStatus } from "./run-panel.tsx";

interface PadState {
  language: string;
  remoteRun: RemoteRun | null;
  remoteRunning?: RemoteRunning | null;
}

interface PadProps {
  Panel: typeof RunPanel;
  state: StoreApi<PadState>;
  code: string;
  onResult: (result: PadRunResult) => void;
}

function Pad({ Panel, state, code, onResult }: PadProps) {
  const { language, remoteRun, remoteRunning = null } = useStore(state);
  return (
    <Panel
      language={language}
      readCode={() => code}
      tables={[]}
      remoteRun={remoteRun}
      remoteRunning={remoteRunning}
      onResult={onResult}
      tools={null}
    >
      <textarea aria-label="The editor" />
    </Panel>
  );
}

describe("run panel", () => {
  const calls = serveCallAnswers();
  const download = `GET ${quickjsUrl}`;
  /** As many bytes as the real file has: a text in quotes. */
  const file = { body: "x".repeat(quickjsBytes - 2) };
  const smallPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const ended = { type: "ended", outcome: "finished", durationMs: 38, isIntact: true } as const;

  beforeEach(() => {
    // Each test is a page that was just loaded, which has no language yet.
    vi.resetModules();
    // A page that was left keeps its last frame for a minute.
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    calls.set({ "GET /code-sandbox": { body: "" } });
  });

  async function openPanel({ language = "javascript", code = "console.log(7)" } = {}) {
    const { RunPanel: Panel } = await import("./run-panel.tsx");
    const results: PadRunResult[] = [];
    const state = createStore<PadState>(() => ({ language, remoteRun: null }));
    const { user } = renderScreen(
      <Pad Panel={Panel} state={state} code={code} onResult={(result) => results.push(result)} />,
    );
    return {
      results,
      press: async (name: string) => user.click(await screen.findByRole("button", { name })),
      chooseLanguage: (chosen: string) => act(() => state.setState({ language: chosen })),
      /** A run in progress in the other person's page, or its end. */
      tellRunning: (remoteRunning: RemoteRunning | null) => act(() => state.setState({ remoteRunning })),
      /** A run in the other person's page. */
      runRemotely: (output = "theirs\n") => {
        const result = { language: "javascript", outcome: "finished", output, durationMs: 5 } as const;
        act(() => state.setState({ remoteRun: { by: "Kavya", result } }));
      },
    };
  }

  /** Runs the code until it has started. */
  async function start() {
    calls.set({ [download]: file });
    const panel = await openPanel();
    await panel.press("Run");
    const program = await openSandboxProgram();
    program.send({ type: "ready" });
    await waitFor(() => expect(program.requests).toHaveLength(1));
    program.send({ type: "started" });
    await screen.findByText("Running…");
    return { ...panel, program };
  }

  describe("before a run", () => {
    it.each([
      ["javascript", "Output is shown to both of you.", true],
      ["sql", "Runs on PostgreSQL in this page. Results are shown to both of you.", true],
      ["text", "Python, JavaScript and SQL run here.", false],
    ])("%s says what can run", async (language, text, hasButton) => {
      await openPanel({ language });
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.queryAllByRole("button", { name: "Run" })).toHaveLength(hasButton ? 1 : 0);
    });

    it("asks for the input that Python code reads, and moves the focus there", async () => {
      const { press } = await openPanel({ language: "python", code: "print(input())" });
      await press("Run");
      const input = screen.getByLabelText(/^Input for this code/);
      expect(document.activeElement).toBe(input);
      expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
      expect(screen.getByRole("button", { name: "Input" }).getAttribute("aria-expanded")).toBe("true");
    });
  });

  describe("a run", () => {
    it("shows each step, its output while it runs, and its result to both", async () => {
      calls.set({ [download]: file });
      const { press, results } = await openPanel();
      await press("Run");
      expect(await screen.findByText("Starting JavaScript…")).toBeTruthy();
      const program = await openSandboxProgram();
      program.send({ type: "ready" });
      await waitFor(() => expect(program.requests).toHaveLength(1));
      expect(program.requests[0]).toMatchObject({ code: "console.log(7)", input: "", tables: [] });
      program.send({ type: "started" }, { type: "output", text: "7\n" });
      expect(await screen.findByText("Running…")).toBeTruthy();
      expect((await screen.findByRole("region", { name: "Output" })).textContent).toBe("7\n");
      program.send({ type: "output", text: "8\n" }, ended);
      expect(await screen.findByText("Ran in this page · 38 ms")).toBeTruthy();
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("7\n8\n");
      expect(results).toEqual([
        { language: "javascript", outcome: "finished", output: "7\n8\n", durationMs: 38 },
      ]);
    });

    it("is followed by the next one in the same frame, without another download", async () => {
      const { press, program, results } = await start();
      program.send(ended);
      await press("Run");
      await waitFor(() => expect(program.requests).toHaveLength(2));
      program.send({ type: "started" }, { type: "output", text: "9\n" }, ended);
      await waitFor(() => expect(results).toHaveLength(2));
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("9\n");
      expect(calls.sent.filter(({ name }) => name === download)).toHaveLength(1);
    });

    it("keeps its result while the other person's code runs, and says whose it is", async () => {
      const { program, tellRunning } = await start();
      program.send({ type: "output", text: "7\n" }, ended);
      await screen.findByText("Ran in this page · 38 ms");
      tellRunning({ by: "Kavya", language: "javascript", phase: "running" });
      expect(screen.getByText("Kavya is running the code…")).toBeTruthy();
      expect(screen.getByText("Below: your last run.")).toBeTruthy();
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("7\n");
      tellRunning(null);
      expect(screen.getByText("Ran in this page · 38 ms")).toBeTruthy();
      expect(screen.queryByText("Below: your last run.")).toBeNull();
    });

    it("shows the error with which the code ended", async () => {
      const { program, results } = await start();
      program.send({ type: "output", text: "Uncaught 7\n" }, { ...ended, outcome: "failed" });
      expect(await screen.findByText("Ended with an error after 38 ms.")).toBeTruthy();
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("Uncaught 7\n");
      expect(results).toMatchObject([{ outcome: "failed" }]);
    });

    it("can be stopped, which leaves what it wrote", async () => {
      const { press, program, results } = await start();
      program.send({ type: "output", text: "so far\n" });
      await screen.findByText("so far");
      await press("Stop");
      expect(await screen.findByText(/^Stopped by hand after /)).toBeTruthy();
      expect(results).toMatchObject([{ outcome: "stopped", output: "so far\n" }]);
      expect(screen.getByRole("button", { name: "Run" })).toBeTruthy();
      // Nothing of the stopped program is shown later.
      program.send({ type: "output", text: "too late\n" });
      expect(screen.queryByText(/too late/)).toBeNull();
    });

    it("ends after ten seconds", async () => {
      calls.set({ [download]: file });
      const { press, results } = await openPanel();
      await press("Run");
      const program = await openSandboxProgram();
      program.send({ type: "ready" });
      await waitFor(() => expect(program.requests).toHaveLength(1));
      vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
      program.send({ type: "started" });
      await screen.findByText("Running…");
      vi.advanceTimersByTime(10_000);
      expect(await screen.findByText("Stopped: code may run for 10 seconds.")).toBeTruthy();
      expect(results).toMatchObject([{ outcome: "timed_out", durationMs: 10_000 }]);
    });

    it("that needs too much memory says how much there is, and the next one gets a new frame", async () => {
      const { press, program } = await start();
      program.send({ ...ended, outcome: "out_of_memory", isIntact: false });
      expect(await screen.findByText(/^Stopped: it needed more than \d+ MB of memory\.$/)).toBeTruthy();
      await press("Run");
      const next = await openSandboxProgram();
      next.send({ type: "ready" });
      await waitFor(() => expect(next.requests).toHaveLength(1));
      expect(program.requests).toHaveLength(1);
    });

    it("that is stopped while it loads has no result", async () => {
      calls.set({ [download]: "hang" });
      const { press, results } = await openPanel();
      await press("Run");
      expect(await screen.findByText("Loading JavaScript…")).toBeTruthy();
      expect(screen.getByRole("progressbar", { name: "Loading JavaScript" })).toBeTruthy();
      await press("Stop");
      expect(await screen.findByText("Output is shown to both of you.")).toBeTruthy();
      expect(results).toEqual([]);
    });

    it("shows its figures with their description", async () => {
      const { program } = await start();
      program.send({ type: "figure", png: smallPng, alt: "A line that rises" }, ended);
      const figure = await screen.findByRole("img", { name: "A line that rises" });
      expect(figure.getAttribute("src")).toBe(`data:image/png;base64,${smallPng}`);
    });
  });

  describe("a language that cannot be used", () => {
    it("names the connection when the download failed, and works on the next try", async () => {
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      // The second file has another length.
      calls.set({ [download]: ["cut", { body: "short" }, file] });
      const { press } = await openPanel();
      for (const _time of [1, 2]) {
        await press("Run");
        expect(
          await screen.findByText("JavaScript could not be loaded. Check your connection, then run again."),
        ).toBeTruthy();
      }
      await press("Run");
      const program = await openSandboxProgram();
      program.send({ type: "ready" });
      await waitFor(() => expect(program.requests).toHaveLength(1));
    });

    it("names the device when the language did not start", async () => {
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      calls.set({ [download]: file });
      const { press, results, chooseLanguage } = await openPanel();
      await press("Run");
      (await openSandboxProgram()).send({ type: "broken" });
      expect(await screen.findByText(/^JavaScript did not start\. This device may be slow/)).toBeTruthy();
      // A longer name would wrap the row of buttons on a phone.
      expect(screen.getByRole("button", { name: "Run" })).toBeTruthy();
      expect(results).toEqual([]);
      // Another language is not blamed for it.
      chooseLanguage("sql");
      expect(await screen.findByText(/^Runs on PostgreSQL in this page/)).toBeTruthy();
      expect(screen.getByRole("button", { name: "Run" })).toBeTruthy();
    });
  });

  describe("a run of the other person", () => {
    it("is shown with their name, after one's own, and not in another language", async () => {
      const { program, runRemotely, chooseLanguage } = await start();
      program.send({ type: "output", text: "mine\n" }, ended);
      await screen.findByText("Ran in this page · 38 ms");
      runRemotely();
      expect(await screen.findByText("Run by Kavya · 5 ms")).toBeTruthy();
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("theirs\n");
      chooseLanguage("sql");
      await waitFor(() => expect(screen.queryByText("Run by Kavya · 5 ms")).toBeNull());
      expect(screen.queryByRole("region", { name: "Output" })).toBeNull();
    });

    it("waits until one's own has ended, and never hides its output", async () => {
      const { program, runRemotely } = await start();
      program.send({ type: "output", text: "mine\n" });
      await screen.findByText("mine");
      runRemotely();
      expect(screen.getByText("Running…")).toBeTruthy();
      program.send(ended);
      expect(await screen.findByText("Ran in this page · 38 ms")).toBeTruthy();
      expect(screen.getByRole("region", { name: "Output" }).textContent).toBe("mine\n");
    });

    it("opens an output that was hidden", async () => {
      const { press, runRemotely } = await openPanel();
      runRemotely();
      await press("Hide the output");
      expect(screen.queryByRole("region", { name: "Output" })).toBeNull();
      runRemotely("again\n");
      expect((await screen.findByRole("region", { name: "Output" })).textContent).toBe("again\n");
    });
  });

  it("copies the output", async () => {
    const { press, runRemotely } = await openPanel();
    runRemotely();
    await press("Copy");
    expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("theirs\n");
  });
});

describe("the run of the other participant", () => {
  it.each<[RunInProgress, string]>([
    [{ language: "sql", phase: "starting" }, "Meera is running the code: SQL is starting on their device…"],
    [{ language: "sql", phase: "running" }, "Meera is running the code…"],
  ])("that is %j is shown in place of their last one", (running, text) => {
    const result = { language: "sql", outcome: "finished", output: "", durationMs: 1 } as const;
    renderScreen(
      <RunStatus
        language="sql"
        state={{ phase: "idle" }}
        remote={{ result, by: "Meera" }}
        running={{ ...running, by: "Meera" }}
      />,
    );
    expect(screen.getByRole("status").textContent).toBe(text);
  });
});
