import { readFileSync } from "node:fs";
import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import { loadPyodide } from "pyodide";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { ProgramMessage, ProgramOutcome, ProgramRequest } from "../program-messages.ts";
import { QuickJSRun } from "./quickjs-run.ts";
import { OutputWriter, serveProgram } from "./serve-program.ts";

describe("serve program", () => {
  /** The worker's listener, which takes the files and the port of the page. */
  let receive: (event: { data: ArrayBuffer[]; ports: object[] }) => Promise<void>;

  beforeEach(() => {
    vi.stubGlobal("addEventListener", (_type: string, listener: typeof receive) => {
      receive = listener;
    });
  });

  interface TestLanguage {
    run?: (request: ProgramRequest, write: (text: string) => void) => Promise<ProgramOutcome>;
    prepare?: () => Promise<boolean>;
    start?: () => Promise<void>;
  }

  /** Starts a worker as its page does. */
  async function open({ run = async () => "finished", prepare, start }: TestLanguage = {}) {
    const messages: ProgramMessage[] = [];
    const port = {
      postMessage: (message: ProgramMessage) => void messages.push(message),
      onmessage: async (_event: { data: Partial<ProgramRequest> }): Promise<void> => undefined,
    };
    serveProgram(async (_files, output) => {
      await start?.();
      return { run: (request) => run(request, (text) => output.write(text)), ...(prepare && { prepare }) };
    });
    await receive({ data: [], ports: [port] });
    return { messages, run: (code: string) => port.onmessage({ data: { code } }) };
  }

  const output = (messages: ProgramMessage[]) =>
    messages.map((message) => (message.type === "output" ? message.text : "")).join("");

  describe("a program", () => {
    it("says that it is ready, and for each run when it starts and how it ends", async () => {
      const { messages, run } = await open({
        run: async ({ code }, write) => {
          write(`${code}\n`);
          return "finished";
        },
      });
      expect(messages).toEqual([{ type: "ready" }]);
      await run("one");
      await run("two");
      expect(messages.map(({ type }) => type)).toEqual([
        "ready",
        ...["started", "output", "ended"],
        ...["started", "output", "ended"],
      ]);
      expect(output(messages)).toBe("one\ntwo\n");
      expect(messages.at(-1)).toMatchObject({ outcome: "finished", isIntact: true });
    });

    it("that has run out of memory is not used again", async () => {
      const { messages, run } = await open({ run: async () => "out_of_memory" });
      await run("too much");
      expect(messages.at(-1)).toMatchObject({ outcome: "out_of_memory", isIntact: false });
    });

    it("that could not be prepared ends with the reason, and is not used again", async () => {
      const { messages, run } = await open({ prepare: () => Promise.reject(new Error("no database")) });
      await run("select 1");
      expect(output(messages)).toContain("no database");
      expect(messages.at(-1)).toMatchObject({ type: "ended", outcome: "failed", isIntact: false });
    });

    it("whose packages were not installed runs the code, and is not used again", async () => {
      const { messages, run } = await open({ prepare: async () => false });
      await run("import numpy");
      expect(messages.at(-1)).toMatchObject({ outcome: "finished", isIntact: false });
    });

    it("that fails itself says why in the output, and is not used again", async () => {
      const { messages, run } = await open({
        run: () => Promise.reject(new Error("the interpreter is lost")),
      });
      await run("x");
      expect(output(messages)).toContain("the interpreter is lost");
      expect(messages.at(-1)).toMatchObject({ outcome: "failed", isIntact: false });
    });

    it("that does not start tells its page so, instead of nothing", async () => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      const { messages } = await open({ start: () => Promise.reject(new Error("no memory")) });
      expect(messages).toEqual([{ type: "broken" }]);
    });
  });
});

describe("output writer", () => {
  function writerAt(clock: { now: number }): { sent: string[]; writer: OutputWriter } {
    const sent: string[] = [];
    return {
      sent,
      writer: new OutputWriter(
        (text) => sent.push(text),
        () => clock.now,
      ),
    };
  }

  it("sends the first output at once and batches the rest", () => {
    const clock = { now: 1000 };
    const { sent, writer } = writerAt(clock);
    for (const text of ["a", "b", "c"]) writer.write(text);
    clock.now += 60;
    writer.write("d");
    writer.write("e");
    writer.flush();
    writer.flush();
    expect(sent).toEqual(["a", "bcd", "e"]);
  });

  it("sends one character over the limit, so that the page can show the truncation, and starts again after a reset", () => {
    const { sent, writer } = writerAt({ now: 0 });
    for (let line = 0; line < 1000; line++) writer.write("x".repeat(50));
    writer.flush();
    expect(sent.join("")).toHaveLength(runOutputCharacters + 1);
    writer.reset();
    writer.write("next");
    expect(sent.at(-1)).toBe("next");
  });
});

async function runCode(code: string) {
  const quickjs = await newQuickJSWASMModuleFromVariant(releaseSync);
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  const outcome = await new QuickJSRun(quickjs.newRuntime().newContext(), { write }).run(code);
  return { outcome, output };
}

describe("JavaScript in the pad", () => {
  it.each([
    ["1 + 1", "finished", "⇒ 2\n"],
    ["const wait = async () => 3;\nconsole.log(await wait());", "finished", "3\n"],
    ["await Promise.resolve({ a: 1 })", "finished", "⇒ { a: 1 }\n"],
    [
      "await new Promise((done) => setTimeout(done, 5));\nconsole.log('later');\nundefined",
      "finished",
      "later\n",
    ],
    ["async function three() { await 1; return 3; }\nthree()", "finished", "⇒ 3\n"],
    ["await new Promise(() => {})", "failed", "Error: the code awaits a promise that never settles\n"],
  ])("%j is %s", async (code, outcome, output) => {
    expect(await runCode(code)).toEqual({ outcome, output });
  });

  it("names the line of an error after a top-level await", async () => {
    const { outcome, output } = await runCode("const x = 1;\nawait Promise.reject(new Error('no'));");
    expect(outcome).toBe("failed");
    expect(output).toContain("Error: no");
    expect(output).toContain("main.js:2");
  });

  it("runs code once even when it throws a SyntaxError of its own", async () => {
    expect((await runCode("console.log('once'); await 1; JSON.parse('{')")).output).toMatch(
      /^once\nSyntaxError/,
    );
  });
});

describe("python run", () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const note = "Only Python's standard library is available here.";
  let run: (code: string) => { outcome: string; printed: string };

  beforeAll(async () => {
    const python = await loadPyodide();
    const decoder = new TextDecoder();
    let printed = "";
    const write = (bytes: Uint8Array) => {
      printed += decoder.decode(bytes);
      return bytes.length;
    };
    python.setStdout({ write });
    python.setStderr({ write });
    const start = python.runPython(read("./python-run.py"), { filename: "run.py" });
    const runCode = start(read("./python-figures.py"));
    run = (code) => {
      printed = "";
      const outcome = runCode(code, "", note) as string;
      return { outcome, printed };
    };
  }, 60_000);

  test.each(["import numpy", "from sklearn.tree import DecisionTreeClassifier", "import matplotlib.pyplot"])(
    "a package that is missing is explained: %s",
    (code) => {
      const { outcome, printed } = run(code);
      expect(outcome).toBe("failed");
      expect(printed).toContain("ModuleNotFoundError: No module named ");
      expect(printed).toContain(note);
    },
  );

  test("other errors are not explained as missing packages", () => {
    const { printed } = run("import math\nmath.nothing");
    expect(printed).toContain("AttributeError");
    expect(printed).not.toContain(note);
  });
});
