import type { Random } from "../lib/random.ts";

const minuteSeconds = 60;

/**
 * A first-come, first-served queue before a number of equal cores. Times are seconds since midnight. Service times are
 * exponential around the given cost: some requests take several times the mean, as in the product.
 */
export class Station {
  readonly name: string;
  readonly cores: number;
  readonly #random: Random;
  readonly #freeAt: Float64Array;
  /** Core seconds that were used in each minute. */
  readonly #busy: Float64Array;

  constructor(options: { name: string; cores: number; seconds: number; random: Random }) {
    this.name = options.name;
    this.cores = options.cores;
    this.#random = options.random;
    this.#freeAt = new Float64Array(options.cores);
    this.#busy = new Float64Array(Math.ceil(options.seconds / minuteSeconds) + 1);
  }

  /**
   * Queues one task. Tasks must arrive in the order of their time.
   *
   * @param milliseconds the mean processor time of the task
   * @param reserved cores that other work uses now; the rest is shared by all cores of the station
   * @returns the second at which the task is done
   */
  serve(now: number, milliseconds: number, reserved = 0): number {
    let core = 0;
    for (let index = 1; index < this.cores; index += 1) {
      if ((this.#freeAt[index] as number) < (this.#freeAt[core] as number)) core = index;
    }
    // Even an overloaded machine makes some progress, so that a queue ends.
    const speed = Math.max(0.02, 1 - reserved / this.cores);
    const used = (-Math.log(1 - this.#random.next()) * milliseconds) / 1000;
    const startsAt = Math.max(now, this.#freeAt[core] as number);
    const doneAt = startsAt + used / speed;
    this.#freeAt[core] = doneAt;
    this.#addBusy(startsAt, used);
    return doneAt;
  }

  /** Counts work that does not queue, such as the traffic of rooms. */
  reserve(second: number, coreSeconds: number): void {
    this.#addBusy(second, coreSeconds);
  }

  /** The share of the cores that was used in the busiest minute; above 1, a queue grew. */
  busiestMinute(): number {
    return Math.max(...this.#busy) / (this.cores * minuteSeconds);
  }

  #addBusy(second: number, coreSeconds: number): void {
    const minute = Math.min(Math.floor(second / minuteSeconds), this.#busy.length - 1);
    this.#busy[minute] = (this.#busy[minute] as number) + coreSeconds;
  }
}
