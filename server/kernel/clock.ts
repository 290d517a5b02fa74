/**
 * The current time for rules and stored data. Tests can set it. Only code that waits, or that compares the clocks of
 * two machines, reads the real time.
 */
export interface Clock {
  now(): Date;
}
