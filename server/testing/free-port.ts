import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that a system gives to calls that go out, of which one could take the port before we listen on it; above
    10080, the last that `fetch` blocks. */
const first = 11_000;
const last = 29_999;

/** Test files run at once in processes of their own, which look in different places. */
let next = first + ((process.pid * 10) % (last - first));

/** A port of loopback on which nobody listens, and which is given once only by this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port === last ? first : port + 1;
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
