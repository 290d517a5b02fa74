import { connect, type NetConnectOpts, type Socket } from "node:net";
import { providerTimeoutMilliseconds } from "../../kernel/concurrency.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FileScanner, ScanResult } from "./port.ts";

/**
 * How long clamd may take for a file before it counts as unavailable, in milliseconds. The uploader waits for it.
 */
const idleTimeoutMilliseconds = providerTimeoutMilliseconds;

/** A limit above clamd's longest reply, which contains a signature's name. */
const maxReplyCharacters = 2_000;

/**
 * ClamAV's daemon (docs.clamav.net/manual/Usage/Scanning.html#clamd, man clamd). Commands are framed as `z…\0`.
 * INSTREAM sends each chunk after its length in four bytes, big-endian, and ends with a length of zero.
 */
export function clamdScanner(address: NetConnectOpts): FileScanner {
  return {
    async scan(content) {
      const answer = await exchange(address, async (send) => {
        await send(Buffer.from("zINSTREAM\0"));
        for await (const chunk of content) {
          if (chunk.length === 0) continue;
          const size = Buffer.alloc(4);
          size.writeUInt32BE(chunk.length);
          await send(Buffer.concat([size, chunk]));
        }
        await send(Buffer.alloc(4));
      });
      return parseReply(answer);
    },
    async check() {
      const answer = await exchange(address, (send) => send(Buffer.from("zPING\0")));
      if (answer !== "PONG") throw scannerUnavailableError(new Error(`clamd answered "${answer}" to PING`));
    },
  };
}

function parseReply(answer: string): ScanResult {
  if (answer === "stream: OK") return { kind: "clean" };
  const name = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (name !== undefined) return { kind: "infected", name };
  // This includes "INSTREAM size limit exceeded. ERROR": clamd's StreamMaxLength is smaller than our upload
  // limit.
  throw scannerUnavailableError(new Error(`clamd answered "${answer}"`));
}

type SendBytes = (bytes: Buffer) => Promise<void>;

/** Opens one connection, sends the command and returns clamd's only reply. Throws `unavailable`. */
async function exchange(
  address: NetConnectOpts,
  writeRequest: (send: SendBytes) => Promise<void>,
): Promise<string> {
  const socket = connect(address);
  try {
    return await new Promise<string>((resolve, reject) => {
      let answer = "";
      socket.setTimeout(idleTimeoutMilliseconds, () => reject(new Error("clamd did not answer")));
      socket.on("error", reject);
      socket.on("data", (bytes: Buffer) => {
        answer += bytes.toString("utf8");
        if (answer.length > maxReplyCharacters) reject(new Error("clamd's answer is too long"));
        // clamd replies once, and early if the file is too large for it.
        if (answer.includes("\0")) resolve(answer.slice(0, answer.indexOf("\0")).trim());
      });
      socket.on("close", () => reject(new Error("clamd left without an answer")));
      writeRequest((bytes) => write(socket, bytes)).catch(reject);
    });
  } catch (cause) {
    throw scannerUnavailableError(cause);
  } finally {
    socket.destroy();
  }
}

/** Resolves once the socket accepts more, so that a large file does not fill memory. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function scannerUnavailableError(cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The virus scanner cannot be reached at the moment. Please try again shortly.",
    retryAfterSeconds: 30,
    cause,
  });
}
