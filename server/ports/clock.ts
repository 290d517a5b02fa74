/** What time it is. Tests set it; nothing else in the server calls `new Date()` for "now". */
export interface Clock {
  now(): Date;
}
