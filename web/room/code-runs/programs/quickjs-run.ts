import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { ProgramOutcome } from "../program-messages.ts";
import prelude from "./javascript-run.js?raw";

/** QuickJS's JS_EVAL_FLAG_ASYNC, which the library's options do not name: allows `await` outside of functions. */
const asyncFlag = 1 << 7;

/** Thrown by the code or by the interpreter. */
class ThrownError {
  readonly error: QuickJSHandle;
  constructor(error: QuickJSHandle) {
    this.error = error;
  }
}

/** One run of JavaScript code in a fresh context, with the console and timers of `javascript-run.js`. */
export class QuickJSRun {
  readonly #context: QuickJSContext;
  readonly #output: { write(text: string): void };
  readonly #helpers: QuickJSHandle;

  constructor(context: QuickJSContext, output: { write(text: string): void }) {
    this.#context = context;
    this.#output = output;
    const write = context.newFunction("write", (text) => output.write(context.getString(text)));
    const setUp = context.unwrapResult(context.evalCode(prelude, "prelude.js"));
    this.#helpers = context.unwrapResult(context.callFunction(setUp, context.undefined, write));
  }

  async run(code: string): Promise<ProgramOutcome> {
    try {
      const value = await this.#evaluate(code);
      if (value === null) {
        this.#output.write("Error: the code awaits a promise that never settles\n");
        return "failed";
      }
      if (this.#context.typeof(value) !== "undefined")
        this.#output.write(`⇒ ${this.#callForText("inspect", value)}\n`);
      return "finished";
    } catch (thrown) {
      if (!(thrown instanceof ThrownError)) throw thrown;
      if (this.#isOutOfMemory(thrown.error)) return "out_of_memory";
      this.#output.write(`${this.#callForText("describe", thrown.error)}\n`);
      return "failed";
    }
  }

  /** The value of the code's last expression; null when a top-level `await` never ends. */
  async #evaluate(code: string): Promise<QuickJSHandle | null> {
    // Only code that awaits needs the flag, which turns the last expression's value into a promise.
    const isAsync = /\bawait\b/.test(code);
    const value = this.#settle(
      this.#unwrap(this.#context.evalCode(code, "main.js", isAsync ? asyncFlag : 0)),
    );
    await this.#runTimers();
    const settled = this.#settle(value);
    if (!isAsync) return settled;
    if (this.#isPending(settled)) return null;
    return this.#settle(this.#context.getProp(settled, "value"));
  }

  #isPending(value: QuickJSHandle): boolean {
    return this.#context.getPromiseState(value).type === "pending";
  }

  /** Runs pending promise jobs. Returns the value of a fulfilled promise; throws the reason of a rejected one. */
  #settle(value: QuickJSHandle): QuickJSHandle {
    const jobs = this.#context.runtime.executePendingJobs();
    if (jobs.error) throw new ThrownError(jobs.error);
    const state = this.#context.getPromiseState(value);
    if (state.type === "rejected") throw new ThrownError(state.error);
    return state.type === "fulfilled" ? state.value : value;
  }

  async #runTimers(): Promise<void> {
    for (;;) {
      const wait = this.#context.getNumber(this.#call("untilNextTimer"));
      if (wait < 0) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
      this.#call("fireTimer");
      this.#settle(this.#context.undefined);
    }
  }

  /** QuickJS uses null for an error that it has no memory to create. */
  #isOutOfMemory(error: QuickJSHandle): boolean {
    if (this.#context.typeof(error) !== "object") return false;
    const dumped: unknown = this.#context.dump(error);
    if (dumped === null) return true;
    return typeof dumped === "object" && "message" in dumped && dumped.message === "out of memory";
  }

  #callForText(name: "inspect" | "describe", value: QuickJSHandle): string {
    return this.#context.getString(this.#call(name, value));
  }

  #call(name: string, ...values: QuickJSHandle[]): QuickJSHandle {
    const helper = this.#context.getProp(this.#helpers, name);
    return this.#unwrap(this.#context.callFunction(helper, this.#context.undefined, ...values));
  }

  #unwrap(result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle {
    if (result.error) throw new ThrownError(result.error);
    return result.value;
  }
}
