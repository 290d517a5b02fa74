import { connect, type NetConnectOpts, type Socket } from "node:net";
import { AppError } from "../../http/errors.ts";
import { answerWithin } from "../../ports/answer-within.ts";
import type { FileScanner, ScanResult } from "../../ports/scanner.ts";

/** How long clamd may think about a file before it counts as away, in milliseconds: somebody waits for their upload. */
const silenceWithin = answerWithin;

/** The longest answer that clamd gives is a signature's name. */
const answerLimit = 2_000;

/**
 * ClamAV's daemon (docs.clamav.net/manual/Usage/Scanning.html#clamd, man clamd): commands framed by `z…\0`, and for INSTREAM
 * each chunk behind its length in four bytes, big-endian, with a zero length at the end.
 */
export function clamdScanner(address: NetConnectOpts): FileScanner {
  return {
    async scan(content) {
      const answer = await converse(address, async (send) => {
        await send(Buffer.from("zINSTREAM\0"));
        for await (const chunk of content) {
          if (chunk.length === 0) continue;
          const size = Buffer.alloc(4);
          size.writeUInt32BE(chunk.length);
          await send(Buffer.concat([size, chunk]));
        }
        await send(Buffer.alloc(4));
      });
      return readAnswer(answer);
    },
    async check() {
      const answer = await converse(address, (send) => send(Buffer.from("zPING\0")));
      if (answer !== "PONG") throw away(new Error(`clamd answered "${answer}" to PING`));
    },
  };
}

function readAnswer(answer: string): ScanResult {
  if (answer === "stream: OK") return { kind: "clean" };
  const name = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (name !== undefined) return { kind: "infected", name };
  // "INSTREAM size limit exceeded. ERROR" too: clamd's StreamMaxLength is then smaller than what we take.
  throw away(new Error(`clamd answered "${answer}"`));
}

type Send = (bytes: Buffer) => Promise<void>;

/** One connection: says what is to be said and answers clamd's one answer. Throws `unavailable`. */
async function converse(address: NetConnectOpts, say: (send: Send) => Promise<void>): Promise<string> {
  const socket = connect(address);
  try {
    return await new Promise<string>((resolve, reject) => {
      let answer = "";
      socket.setTimeout(silenceWithin, () => reject(new Error("clamd is silent")));
      socket.on("error", reject);
      socket.on("data", (bytes: Buffer) => {
        answer += bytes.toString("utf8");
        if (answer.length > answerLimit) reject(new Error("clamd does not stop answering"));
        // clamd answers once, and before the end when the file is too large for it.
        if (answer.includes("\0")) resolve(answer.slice(0, answer.indexOf("\0")).trim());
      });
      socket.on("close", () => reject(new Error("clamd left without an answer")));
      say((bytes) => write(socket, bytes)).catch(reject);
    });
  } catch (cause) {
    throw away(cause);
  } finally {
    socket.destroy();
  }
}

/** Resolves once the line takes more: a large file does not pile up in memory. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function away(cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The virus scanner cannot be reached at the moment. Please try again shortly.",
    retryAfterSeconds: 30,
    cause,
  });
}
