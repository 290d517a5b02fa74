import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import type { ProgramMessage, ProgramOutcome, ProgramRequest } from "../program-messages.ts";
import { serveRequests } from "../serve-requests.ts";

/** Runs code to its end in a fresh state. Its output goes to the writer with which the language was started. */
type RunCode = (request: ProgramRequest) => Promise<ProgramOutcome>;

interface Language {
  /** Called before the run's time begins. */
  prepare?: (request: ProgramRequest) => Promise<boolean>;
  run: RunCode;
}

type Send = (message: ProgramMessage) => void;

/** Runs each code that the page sends, in a language that starts with the files from the page. */
export function serveProgram(
  start: (files: ArrayBuffer[], output: OutputWriter, send: Send) => Promise<Language>,
): void {
  serveRequests<ProgramRequest, ProgramMessage>(async (files, send) => {
    const output = new OutputWriter(
      (text) => send({ type: "output", text }),
      () => performance.now(),
    );
    const { prepare, run } = await start(files, output, send);
    return async (request) => {
      output.reset();
      let startedAt = performance.now();
      let outcome: ProgramOutcome = "failed";
      let isIntact = false;
      try {
        const isPrepared = (await prepare?.(request)) ?? true;
        send({ type: "started" });
        startedAt = performance.now();
        outcome = await run(request);
        isIntact = isPrepared && outcome !== "out_of_memory";
      } catch (error) {
        // Not an error of the user's code: the language itself failed.
        output.write(`\n${error}\n`);
      }
      const durationMs = performance.now() - startedAt;
      output.flush();
      send({ type: "ended", durationMs, outcome, isIntact });
    };
  });
}

/** In milliseconds, between messages of output: an endless `print` must not overload the page. */
const flushIntervalMilliseconds = 50;

/** Batches the output of a run into few messages, and stops sending soon after the limit of what is shown. */
export class OutputWriter {
  readonly #send: (text: string) => void;
  readonly #now: () => number;
  #pending = "";
  #remaining = runOutputCharacters + 1;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: (text: string) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  write(text: string): void {
    if (this.#remaining === 0) return;
    const part = text.slice(0, this.#remaining);
    this.#remaining -= part.length;
    this.#pending += part;
    if (this.#remaining === 0 || this.#now() - this.#sentAt >= flushIntervalMilliseconds) this.flush();
  }

  /** Prepares for the next run. */
  reset(): void {
    this.#pending = "";
    this.#remaining = runOutputCharacters + 1;
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  flush(): void {
    if (this.#pending === "") return;
    this.#send(this.#pending);
    this.#pending = "";
    this.#sentAt = this.#now();
  }
}

/** All growth of WebAssembly's memory goes through this call. Above `bytes`, a language is out of memory. */
export function limitMemory(bytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > bytes) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
}
