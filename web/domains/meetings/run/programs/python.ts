import { pythonMemoryBytes } from "@greenroom/contract/code-run-limits.ts";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import type { OwnOutcome } from "../run-messages.ts";
import type { OutputWriter } from "./output-writer.ts";
import runner from "./python-run.py?raw";
import { serve } from "./serve.ts";

/** No address at all: what is asked for under it is given out of the files that came with the program. */
const home = "https://python.invalid/";

serve(async ([wasm, library], output) => {
  limitMemory(pythonMemoryBytes);
  const answers = new Map([
    [`${home}pyodide.asm.wasm`, new Response(wasm, { headers: { "content-type": "application/wasm" } })],
    [`${home}python_stdlib.zip`, new Response(library)],
  ]);
  globalThis.fetch = async (url) => answers.get(String(url)) ?? Response.error();
  const python = await loadPyodide({
    indexURL: home,
    createPyodideModule,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    jsglobals: whatPythonSees(),
    stdin: () => null,
  } as never);
  const stream = () => ({ write: writeTo(output), isatty: false });
  python.setStdout(stream());
  python.setStderr(stream());
  const run = python.runPython(runner, { filename: "run.py" });
  return async (code) => (await run.callPromising(code)) as OwnOutcome;
});

/** Python's memory grows through this one call; what asks for more than there may be gets Python's own MemoryError. */
function limitMemory(bytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > bytes) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
}

/** `import js` finds timers and plain values: no fetch, no worker, no storage. The walls around us do not rest on that. */
function whatPythonSees(): object {
  const names = ["Object", "Array", "Date", "Map", "Set", "Promise", "JSON", "Math", "eval"];
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"];
  const all = globalThis as unknown as Record<string, unknown>;
  return Object.fromEntries([...names, ...timers].map((name) => [name, all[name]]));
}

function writeTo(output: OutputWriter): (bytes: Uint8Array) => number {
  const decoder = new TextDecoder();
  return (bytes) => {
    output.write(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
}
