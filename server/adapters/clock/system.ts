import type { Clock } from "../../core/clock.ts";

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
