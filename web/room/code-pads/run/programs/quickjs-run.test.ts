import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { describe, expect, it } from "vitest";
import { QuickJSRun } from "./quickjs-run.ts";

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
