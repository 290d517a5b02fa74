import type { Clock } from "../../kernel/clock.ts";

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
