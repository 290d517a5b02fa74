import { maxPythonMemoryBytes } from "@greenroom/contract/rooms/pad-run-limits.ts";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import type { ProgramOutcome } from "../run-messages.ts";
import { limitMemory } from "./limit-memory.ts";
import type { OutputWriter } from "./output-writer.ts";
import runner from "./python-run.py?raw";
import { serveProgram } from "./serve-program.ts";

/** Not a real address: requests under it are answered from the files that came with the program. */
const programFilesUrl = "https://python.invalid/";

serveProgram(async ([wasm, library], output) => {
  limitMemory(maxPythonMemoryBytes);
  const answers = new Map([
    [
      `${programFilesUrl}pyodide.asm.wasm`,
      new Response(wasm, { headers: { "content-type": "application/wasm" } }),
    ],
    [`${programFilesUrl}python_stdlib.zip`, new Response(library)],
  ]);
  globalThis.fetch = async (url) => answers.get(String(url)) ?? Response.error();
  const python = await loadPyodide({
    indexURL: programFilesUrl,
    createPyodideModule,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    jsglobals: pythonGlobals(),
    stdin: () => null,
  } as never);
  const stream = () => ({ write: createStreamWriter(output), isatty: false });
  python.setStdout(stream());
  python.setStderr(stream());
  const run = python.runPython(runner, { filename: "run.py" });
  return async ({ code, input }) => (await run.callPromising(code, input)) as ProgramOutcome;
});

/**
 * `import js` finds timers and plain values, but no fetch, worker or storage. The isolation does not depend on
 * this.
 */
function pythonGlobals(): object {
  const names = ["Object", "Array", "Date", "Map", "Set", "Promise", "JSON", "Math", "eval"];
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];
  const all = globalThis as unknown as Record<string, unknown>;
  return Object.fromEntries([...names, ...timers].map((name) => [name, all[name]]));
}

function createStreamWriter(output: OutputWriter): (bytes: Uint8Array) => number {
  const decoder = new TextDecoder();
  return (bytes) => {
    output.write(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
}
