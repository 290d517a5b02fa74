import { createSemaphore } from "./semaphore.ts";

/**
 * Files of unlimited length are written by few callers at once, because each holds a database connection until it is
 * complete.
 */
export const exportTurns = createSemaphore({
  places: 2,
  maxWaiting: 20,
  maxWaitMilliseconds: 30_000,
  busyMessage: "Many exports are being written right now. Please try again in a few seconds.",
});
