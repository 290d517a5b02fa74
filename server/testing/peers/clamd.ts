import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** What goes wrong with one connection. */
export type ClamdFault = "cut" | "hang" | "malformed";

export interface ClamdPeer {
  port: number;
  /** For `GREENROOM_CLAMD`. */
  settings: Record<string, string>;
  /** Sizes of the files that were scanned. */
  scanned: number[];
  failAlways(fault: ClamdFault | null): void;
  close(): Promise<void>;
}

/** The EICAR test file (eicar.org), which every scanner finds and which does no harm; in two halves, so that none finds it here. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

interface ClamdPeerOptions {
  port?: number;
  /** clamd's StreamMaxLength, in bytes. */
  sizeLimit?: number;
}

/** clamd on loopback: speaks PING and INSTREAM, finds EICAR, keeps its size limit, and fails as it is told. */
export async function startClamdPeer({
  port = 0,
  sizeLimit = 25_000_000,
}: ClamdPeerOptions = {}): Promise<ClamdPeer> {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  let fault: ClamdFault | null = null;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined); // A client that left.
    if (fault === "cut") socket.destroy();
    else if (fault === "malformed") socket.end("HTTP/1.1 400 Bad Request\0");
    else if (fault === null) converse(socket, { sizeLimit, scanned });
    // "hang": nothing is ever said.
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: listensOn } = server.address() as AddressInfo;
  return {
    port: listensOn,
    settings: { GREENROOM_CLAMD: `127.0.0.1:${listensOn}` },
    scanned,
    failAlways(next) {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
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

/** What has come so far; whole once the chunk of no length is there. */
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
