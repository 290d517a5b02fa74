import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { GlobalWindow } from "happy-dom";
import { afterEach, beforeEach } from "vitest";

/**
 * One answer to a call: JSON, a connection that is cut, or silence.
 */
export type CallAnswer =
  | { status?: number; body: unknown; headers?: Record<string, string> }
  | "cut"
  | "hang";

export interface SentCall {
  name: string;
  query: Record<string, string>;
  headers: IncomingMessage["headers"];
  /** The body as sent; JSON is parsed. */
  body: unknown;
}

export interface CallAnswers {
  /**
   * By method and path, `POST /api/contact`. The answers of a list are used one after the other; the last one
   * stays.
   */
  set(answers: Record<string, CallAnswer | CallAnswer[]>): void;
  /** The calls that were made since the test began, in order. */
  sent: SentCall[];
}

/**
 * Answers the calls of a test file's pages over real HTTP on loopback, so that cut connections and silence are real
 * too. A call without an answer gets 404.
 */
export function serveCallAnswers(): CallAnswers {
  const answers = new Map<string, CallAnswer[]>();
  const sent: SentCall[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // The connection was closed at the end of the test while the call was still being read.
      if (!request.destroyed) throw error;
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("latin1");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const name = `${request.method} ${pathname}`;
    const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false;
    const body = isJson ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : text;
    sent.push({ name, query: Object.fromEntries(searchParams), headers: request.headers, body });
    const queue = answers.get(name);
    const next = queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
    if (next === "hang") return;
    if (next === "cut") {
      request.socket.destroy();
      return;
    }
    const {
      status = 200,
      body: answered,
      headers = {},
    } = next ?? {
      status: 404,
      body: { msg: `No answer is set for ${name}.`, code: "not_found" },
    };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(status === 204 ? undefined : JSON.stringify(answered));
  }

  // A server of its own for each test: a call that the test before left on its way never takes an answer of this one.
  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    (window as unknown as GlobalWindow).happyDOM.setURL(`http://127.0.0.1:${port}/`);
  });
  afterEach(async () => {
    answers.clear();
    sent.length = 0;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return {
    sent,
    set(added) {
      for (const [name, value] of Object.entries(added)) answers.set(name, [value].flat());
    },
  };
}
