/** The current time. Tests can set it. Nothing else in the server calls `new Date()` for the current time. */
export interface Clock {
  now(): Date;
}
