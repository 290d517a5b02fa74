import {
  maxFigureBytes,
  maxFigurePixels,
  maxPythonMemoryBytes,
  maxRunFigures,
} from "@greenroom/contract/room/pad-run-limits.ts";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import type { ProgramOutcome } from "../program-messages.ts";
import figures from "./python-figures.py?raw";
import runner from "./python-run.py?raw";
import { limitMemory, type OutputWriter, serveProgram } from "./serve-program.ts";

/** Not a real address: requests under it are answered from the files that came with the program. */
const programFilesUrl = "https://python.invalid/";

const canSwitchStacks = "Suspending" in WebAssembly;

/** The Python module through which a run reaches its page. */
const pageModule = "greenroom_page";

serveProgram(async ([wasm, library, lock], output, send) => {
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
    packageBaseUrl: programFilesUrl,
    createPyodideModule,
    lockFileContents:
      lock === undefined ? JSON.stringify({ info, packages: {} }) : new TextDecoder().decode(lock),
    jsglobals: pythonGlobals(),
    stdin: () => null,
    env: { MPLBACKEND: "module://greenroom_figures" },
  } as never);
  const stream = () => ({ write: createStreamWriter(output), isatty: false });
  python.setStdout(stream());
  python.setStderr(stream());
  let figuresLeft = maxRunFigures;
  python.registerJsModule(pageModule, {
    max_figures: maxRunFigures,
    max_bytes: maxFigureBytes,
    max_pixels: maxFigurePixels,
    figures_left: () => figuresLeft,
    show_figure: (png: string, alt: string) => {
      figuresLeft -= 1;
      send({ type: "figure", png, alt });
    },
  });
  const start = python.runPython(runner, { filename: "run.py" });
  const run = start(figures);
  return {
    prepare: async ({ packages: { names, files } }) => {
      figuresLeft = maxRunFigures;
      let areInstalled = true;
      for (const { name, content } of files) answers.set(programFilesUrl + name, new Response(content));
      try {
        // The page has already compared the files with their checksums.
        await python.loadPackage(names, { messageCallback: () => undefined, checkIntegrity: false });
      } catch (error) {
        areInstalled = false;
        output.write(`The packages could not be installed: ${error}\n`);
      } finally {
        for (const { name } of files) answers.delete(programFilesUrl + name);
      }
      return areInstalled;
    },
    run: async ({ code, input, packageNote }) =>
      // Without stack switching everything works except waiting, as in `asyncio.run`.
      (canSwitchStacks
        ? await run.callPromising(code, input, packageNote)
        : run(code, input, packageNote)) as ProgramOutcome,
  };
});

/** `import js` finds timers and plain values. The isolation does not depend on this. */
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
