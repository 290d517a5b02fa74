import { Agent, request } from "node:http";

export interface Answer {
  /** 0 when no answer came. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any answer is read, and checked where it matters
  body: any;
  /** The body as it arrived. */
  text: string;
  milliseconds: number;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** How long an answer may take. */
  timeoutMilliseconds?: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** One call of the API. Never rejects: a lost connection is an answer with status 0. */
export function call(
  base: string,
  method: string,
  path: string,
  { token, body, headers = {}, timeoutMilliseconds = 60_000 }: CallOptions = {},
): Promise<Answer> {
  const sentAt = performance.now();
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const content = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    const end = (status: number, text: string) =>
      resolve({ status, text, body: parse(text), milliseconds: performance.now() - sentAt });
    const sent = request(
      base + path,
      {
        method,
        agent,
        timeout: timeoutMilliseconds,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(content === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(content) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString("utf8")));
        response.on("error", (error) => end(0, error.message));
      },
    );
    sent.on("error", (error) => end(0, error.message));
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMilliseconds} ms`)));
    sent.end(content);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Not every answer is JSON: PDFs, calendars, and a lost connection's message.
  }
}

/** The value that `share` of the numbers do not exceed, 0 without any. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
