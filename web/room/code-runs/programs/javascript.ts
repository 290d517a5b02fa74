import { maxJavascriptMemoryBytes } from "@greenroom/contract/room/pad-run-limits.ts";
import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import { QuickJSRun } from "./quickjs-run.ts";
import { serveProgram } from "./serve-program.ts";

/** In bytes: enough for ordinary recursion, and well below the browser's own stack, which contains it. */
const stackBytes = 192 * 1024;

serveProgram(async ([wasm], output) => {
  const variant = newVariant(releaseSync, { wasmBinary: wasm as ArrayBuffer });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const limits = { memoryLimitBytes: maxJavascriptMemoryBytes, maxStackSizeBytes: stackBytes };
  const prepare = () => new QuickJSRun(quickjs.newRuntime(limits).newContext(), output);
  let next = prepare();
  return {
    run: async ({ code }) => {
      const outcome = await next.run(code);
      // After running out of memory, the page discards the whole sandbox.
      if (outcome !== "out_of_memory") next = prepare();
      return outcome;
    },
  };
});
