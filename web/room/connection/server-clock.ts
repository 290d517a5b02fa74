/** How far the server's clock is ahead of this machine's, and the possible error; in milliseconds. */
export interface ServerClock {
  offset: number;
  doubt: number;
}

/** Estimates the server's clock from one answer, which was made some time between sending and receiving. */
export function estimateClock(serverNow: string, sentAt: number, receivedAt: number): ServerClock {
  return {
    offset: new Date(serverNow).getTime() - (sentAt + receivedAt) / 2,
    doubt: (receivedAt - sentAt) / 2,
  };
}

/**
 * Chooses between the known clock and a new reading. The known one stays while the reading is consistent with
 * it, so that the display does not jitter with the network; a reading that contradicts it (the machine slept,
 * its clock was changed) replaces it.
 */
export function chooseClock(known: ServerClock | null, reading: ServerClock): ServerClock {
  if (known === null) return reading;
  const agrees = Math.abs(known.offset - reading.offset) <= known.doubt + reading.doubt;
  return agrees && known.doubt <= reading.doubt ? known : reading;
}

export function serverNow(clock: ServerClock, localNow: Date): Date {
  return new Date(localNow.getTime() + clock.offset);
}
