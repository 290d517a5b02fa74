import type { Clock } from "../kernel/deps.ts";

/** The clocks of the running test file. */
const clocks = new Set<FixedClock>();

/** A clock that changes only when a test sets it. `clock-setup.ts` takes back what a test set. */
export class FixedClock implements Clock {
  #now: Date;

  constructor(now: string) {
    this.#now = new Date(now);
    clocks.add(this);
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(now: string | Date): void {
    this.#now = new Date(now);
  }

  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: Partial<Record<"days" | "hours" | "minutes" | "seconds", number>>): void {
    this.#now = new Date(this.#now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  }
}

/** Remembers the time of every clock, and returns a function that sets them to it again. */
export function rememberClocks(): () => void {
  const times = [...clocks].map((clock) => [clock, clock.now()] as const);
  return () => {
    for (const [clock, time] of times) clock.set(time);
  };
}

/** The next test file creates its own clocks. */
export function forgetClocks(): void {
  clocks.clear();
}
