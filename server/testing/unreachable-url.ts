import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A URL on this machine that refuses connections. */
export async function createUnreachableUrl(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `http://127.0.0.1:${port}`;
}
