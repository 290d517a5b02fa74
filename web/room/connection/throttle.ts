/** Calls `send` at once after a quiet period, otherwise `interval` milliseconds after the previous send. */
export class Throttle {
  readonly #send: () => void;
  readonly #interval: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(interval: number, send: () => void) {
    this.#interval = interval;
    this.#send = send;
  }

  schedule(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#sentAt + this.#interval - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(this.flush, wait);
  }

  /** Calls `send` now. */
  readonly flush = (): void => {
    this.cancel();
    this.#sentAt = performance.now();
    this.#send();
  };

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
