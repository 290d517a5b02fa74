/** Processor time of one request or job, in milliseconds of one core. */
export interface Cost {
  server: number;
  database: number;
}

/**
 * Measured on one machine with two cores, with a million bookings where the size matters. docs/scaling.md names the
 * program and the day of each figure. Figures without a measurement are marked, and are rather too high than too low.
 */
export const costs = {
  /** `npm run bench:booking`: 100 slots from the cache. */
  list: { server: 0.1, database: 0.01 },
  /** `npm run bench:servers`: the call of a booking. */
  booking: { server: 0.16, database: 0.38 },
  /** `npm run bench:booking -- --built`: the meeting and both mails of a booking, without the call. */
  announcement: { server: 0.98, database: 0.59 },
  /**
   * The calls of a page that joins a room: profile, booking, ticket, record, board and socket. `bench:growth` measures
   * 15 ms of elapsed time for such calls; elapsed time is more than processor time.
   */
  joining: { server: 10, database: 5 },
  /** Not measured as one: completion, the measured report, the mentor's PDF and its check, and three mails. */
  afterwards: { server: 150, database: 20 },
} satisfies Record<string, Cost>;

/** `npm run bench:room` with Redis: cores that one room uses while two people type and its sockets report visits. */
export const roomCores: Cost = { server: 0.00125, database: 0.0004 };
