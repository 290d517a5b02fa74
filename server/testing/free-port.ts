import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the system's ephemeral ports, so that an outgoing connection cannot take the port before we listen on it;
 * above 10080, the last port that `fetch` blocks.
 */
const firstPort = 11_000;
const lastPort = 29_999;

/** Test files run in parallel processes, which search different ranges. */
let next = firstPort + ((process.pid * 10) % (lastPort - firstPort));

/** A free loopback port, returned only once by this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port === lastPort ? firstPort : port + 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
