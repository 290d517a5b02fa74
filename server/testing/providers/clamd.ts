import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** The fault of one connection. */
export type ClamdFault = "cut" | "hang" | "malformed";

/**
 * The harmless EICAR test file (eicar.org), which every scanner detects. Split in two, so that scanners do not
 * detect it in this source file.
 */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

export type LocalClamd = Awaited<ReturnType<typeof startLocalClamd>>;

/**
 * clamd on loopback: supports PING and INSTREAM, detects EICAR, enforces its size limit (StreamMaxLength, in bytes), and
 * simulates faults.
 */
export async function startLocalClamd({ sizeLimit = 25_000_000 } = {}) {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  let fault: ClamdFault | null = null;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined); // The client disconnected.
    if (fault === "cut") socket.destroy();
    else if (fault === "malformed") socket.end("HTTP/1.1 400 Bad Request\0");
    else if (fault === null) converse(socket, { sizeLimit, scanned });
    // "hang": never answers.
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    settings: { GREENROOM_CLAMD: `127.0.0.1:${port}` },
    scanned,
    failAlways(next: ClamdFault | null) {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function converse(socket: Socket, { sizeLimit, scanned }: { sizeLimit: number; scanned: number[] }): void {
  let given = Buffer.alloc(0);
  const answer = (text: string) => socket.end(`${text}\0`);
  socket.on("data", (bytes: Buffer) => {
    given = Buffer.concat([given, bytes]);
    const end = given.indexOf(0);
    if (end < 0 || socket.writableEnded) return;
    const command = given.subarray(0, end).toString();
    if (command === "zPING") answer("PONG");
    else if (command !== "zINSTREAM") answer("UNKNOWN COMMAND");
    else {
      const { content, isWhole } = readChunks(given.subarray(end + 1));
      if (content.length > sizeLimit) answer("INSTREAM size limit exceeded. ERROR");
      else if (isWhole) {
        scanned.push(content.length);
        answer(content.includes(eicar) ? "stream: Eicar-Signature FOUND" : "stream: OK");
      }
    }
  });
}

/** The content received so far; complete once the empty chunk has arrived. */
function readChunks(given: Buffer): { content: Buffer; isWhole: boolean } {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at + 4 <= given.length) {
    const size = given.readUInt32BE(at);
    if (size === 0) return { content: Buffer.concat(chunks), isWhole: true };
    chunks.push(given.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return { content: Buffer.concat(chunks), isWhole: false };
}
