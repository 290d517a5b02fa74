import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/* The common parts of the local providers that speak HTTP. */

/** Faults of one call that every provider can have: `stall` stops in the middle of the answer. */
export type HttpFault = "cut" | "hang" | "stall" | "malformed" | "redirect";

/** Listens on loopback. A handler that rejects breaks the connection. */
export async function startHttpProvider(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Fails a call if the fault is one that every provider can have; false for a fault of the provider's own. */
export function failCall(response: ServerResponse, fault: string | number): boolean {
  if (fault === "cut") response.destroy();
  else if (fault === "stall")
    response.writeHead(200, { "content-type": "application/json", "content-length": 1000 }).write('{"id":');
  else if (fault === "malformed") response.writeHead(200).end("<html>Bad gateway</html>");
  else if (fault === "redirect") response.writeHead(302, { location: "/elsewhere" }).end();
  else return fault === "hang"; // Never answers.
  return true;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
