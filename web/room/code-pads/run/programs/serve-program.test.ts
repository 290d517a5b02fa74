import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProgramMessage, ProgramOutcome, ProgramRequest } from "../run-messages.ts";
import { serveProgram } from "./serve-program.ts";

/** The worker's listener, which takes the files and the port of the page. */
let receive: (event: { data: ArrayBuffer[]; ports: object[] }) => Promise<void>;

beforeEach(() => {
  vi.stubGlobal("addEventListener", (_type: string, listener: typeof receive) => {
    receive = listener;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
