import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/**
 * Below the system's ephemeral ports, so that an outgoing connection cannot take the port before we listen on it;
 * above 10080, the last port that `fetch` blocks.
 */
const firstPort = 11_000;
const lastPort = 29_999;

/** More than the ports that the test files of one process take. */
const portsOfProcess = 1_000;

/**
 * Test files run in parallel processes. Each searches a range of its own, because between our probe and the app's
 * listening another process could take the same port. Vitest numbers its processes from 1, and so does Playwright
 * from 0; another run that happens at the same time most likely begins elsewhere.
 */
function ownRange(): { start: number; size: number } {
  const ranges = Math.floor((lastPort - firstPort + 1) / portsOfProcess);
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
  const number = VITEST_POOL_ID ?? TEST_PARALLEL_INDEX;
  const range = number === undefined ? process.pid : process.ppid * 5 + Number(number);
  return { start: firstPort + (range % ranges) * portsOfProcess, size: portsOfProcess };
}

let searched = 0;

/** A free loopback port, which this process returns again only after all others of its range. */
export async function freePort(): Promise<number> {
  const { start, size } = ownRange();
  for (;;) {
    const port = start + (searched % size);
    searched += 1;
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

/** A URL on this machine that refuses connections. */
export async function createUnreachableUrl(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `http://127.0.0.1:${port}`;
}
