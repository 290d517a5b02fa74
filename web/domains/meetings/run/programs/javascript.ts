import { javascriptMemoryBytes } from "@greenroom/contract/code-run-limits.ts";
import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from "quickjs-emscripten-core";
import type { OwnOutcome } from "../run-messages.ts";
import prelude from "./javascript-run.js?raw";
import type { OutputWriter } from "./output-writer.ts";
import { serve } from "./serve.ts";

/** In bytes: deep enough for recursion as people write it, and well inside the browser's own stack, which it stands on. */
const stackBytes = 192 * 1024;

serve(async ([wasm], output) => {
  const variant = newVariant(releaseSync, { wasmBinary: wasm as ArrayBuffer });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const limits = { memoryLimitBytes: javascriptMemoryBytes, maxStackSizeBytes: stackBytes };
  const prepare = () => new JavaScriptRun(quickjs.newRuntime(limits).newContext(), output);
  let next = prepare();
  return async (code) => {
    const outcome = await next.run(code);
    // What ran out of memory is thrown away by the page, with all that is around it.
    if (outcome !== "out_of_memory") next = prepare();
    return outcome;
  };
});

/** The code threw, or what it stands on did. */
class Thrown {
  readonly error: QuickJSHandle;
  constructor(error: QuickJSHandle) {
    this.error = error;
  }
}

class JavaScriptRun {
  readonly #context: QuickJSContext;
  readonly #output: OutputWriter;
  readonly #hold: QuickJSHandle;

  constructor(context: QuickJSContext, output: OutputWriter) {
    this.#context = context;
    this.#output = output;
    const write = context.newFunction("write", (text) => output.write(context.getString(text)));
    const setUp = context.unwrapResult(context.evalCode(prelude, "prelude.js"));
    this.#hold = context.unwrapResult(context.callFunction(setUp, context.undefined, write));
  }

  async run(code: string): Promise<OwnOutcome> {
    try {
      const value = this.#settled(this.#got(this.#context.evalCode(code, "main.js", { type: "global" })));
      await this.#runTimers();
      this.#settled(value);
      if (this.#context.typeof(value) !== "undefined")
        this.#output.write(`⇒ ${this.#say("inspect", value)}\n`);
      return "finished";
    } catch (thrown) {
      if (!(thrown instanceof Thrown)) throw thrown;
      if (this.#isOutOfMemory(thrown.error)) return "out_of_memory";
      this.#output.write(`${this.#say("describe", thrown.error)}\n`);
      return "failed";
    }
  }

  /** Does what promises are waiting for. A promise's own value when it has one; it threw when it was rejected. */
  #settled(value: QuickJSHandle): QuickJSHandle {
    const jobs = this.#context.runtime.executePendingJobs();
    if (jobs.error) throw new Thrown(jobs.error);
    const state = this.#context.getPromiseState(value);
    if (state.type === "rejected") throw new Thrown(state.error);
    return state.type === "fulfilled" ? state.value : value;
  }

  async #runTimers(): Promise<void> {
    for (;;) {
      const wait = this.#context.getNumber(this.#call("untilNextTimer"));
      if (wait < 0) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
      this.#call("fireTimer");
      this.#settled(this.#context.undefined);
    }
  }

  /** An error that cannot even be made any more is null. */
  #isOutOfMemory(error: QuickJSHandle): boolean {
    if (this.#context.typeof(error) !== "object") return false;
    const told: unknown = this.#context.dump(error);
    if (told === null) return true;
    return typeof told === "object" && "message" in told && told.message === "out of memory";
  }

  #say(name: "inspect" | "describe", value: QuickJSHandle): string {
    return this.#context.getString(this.#call(name, value));
  }

  #call(name: string, ...values: QuickJSHandle[]): QuickJSHandle {
    const action = this.#context.getProp(this.#hold, name);
    return this.#got(this.#context.callFunction(action, this.#context.undefined, ...values));
  }

  #got(result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle {
    if (result.error) throw new Thrown(result.error);
    return result.value;
  }
}
