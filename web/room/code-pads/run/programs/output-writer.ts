import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";

/**
 * The shortest time between two messages of output, in milliseconds, so that an endless `print` does not overload
 * the page.
 */
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
