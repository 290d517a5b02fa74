/** How far the server's clock is ahead of this machine's, and by how much that may be wrong; in milliseconds. */
export interface ServerClock {
  offset: number;
  doubt: number;
}

/** Reads the server's clock from one answer: it was made some time between sending and receiving. */
export function readClock(serverNow: string, sentAt: number, receivedAt: number): ServerClock {
  return {
    offset: new Date(serverNow).getTime() - (sentAt + receivedAt) / 2,
    doubt: (receivedAt - sentAt) / 2,
  };
}

/**
 * The clock to go on with. What is known stays for as long as the new reading allows it, so that the display does not
 * tremble with the network; a reading that contradicts it (the machine slept, its clock was set) takes over.
 */
export function betterClock(known: ServerClock | null, read: ServerClock): ServerClock {
  if (known === null) return read;
  const agrees = Math.abs(known.offset - read.offset) <= known.doubt + read.doubt;
  return agrees && known.doubt <= read.doubt ? known : read;
}

export function serverNow(clock: ServerClock, machineNow: Date): Date {
  return new Date(machineNow.getTime() + clock.offset);
}
