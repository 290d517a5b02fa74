import { runOutputCharacters } from "@greenroom/contract/code-run-limits.ts";

/** Between two messages of output, in milliseconds: an endless `print` must not drown the page. */
const flushEvery = 50;

/** Gathers what a run prints into a few messages, and stops sending soon after nobody would be shown it. */
export class OutputWriter {
  readonly #send: (text: string) => void;
  readonly #now: () => number;
  #pending = "";
  #left = runOutputCharacters + 1;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: (text: string) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  write(text: string): void {
    if (this.#left === 0) return;
    const part = text.slice(0, this.#left);
    this.#left -= part.length;
    this.#pending += part;
    if (this.#left === 0 || this.#now() - this.#sentAt >= flushEvery) this.flush();
  }

  /** For the next run. */
  reset(): void {
    this.#pending = "";
    this.#left = runOutputCharacters + 1;
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  flush(): void {
    if (this.#pending === "") return;
    this.#send(this.#pending);
    this.#pending = "";
    this.#sentAt = this.#now();
  }
}
