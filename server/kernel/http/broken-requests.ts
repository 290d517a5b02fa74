import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody, ErrorCode } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

interface Refusal {
  status: number;
  code: ErrorCode;
  msg: string;
}

const notHttp: Refusal = { status: 400, code: "invalid_input", msg: "The request is not valid HTTP." };
/** Requests that Node's parser refuses for reasons other than their syntax, by its error code. */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "payload_too_large",
    msg: "The request's address and headers are too long.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "invalid_input",
    msg: "The request took too long to arrive.",
  },
};

/**
 * Fastify's `clientErrorHandler`: answers a request that Node's parser could not read on its bare socket, and closes that.
 * If an earlier request of the connection waits for its answer, or one has begun, the client would take ours for a part of
 * that, so the connection is only closed.
 */
export function answerBrokenRequest(
  log: FastifyBaseLogger,
  error: NodeJS.ErrnoException,
  socket: HttpSocket,
): void {
  const current = socket._httpMessage;
  const isAmbiguous = current?.headersSent === true || current?.req.complete === true;
  if (error.code === "ECONNRESET" || !socket.writable || isAmbiguous) {
    socket.destroy();
    return;
  }
  const { status, code, msg } = refusals[error.code ?? ""] ?? notHttp;
  const requestId = randomUUID();
  log.info({ requestId, status, reason: error.code }, "request refused by the HTTP parser");
  const body = JSON.stringify({ msg, code, requestId } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // This discards what the client still sends, so the client cannot hold the connection open.
  socket.destroySoon();
}

/** A name or an address, with or without a port. */
const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Refuses requests without exactly one `Host`, which Node answers without a body. Closes a connection that becomes a
 * WebSocket before its earlier requests are answered. Needs the server option `requireHostHeader: false`.
 */
export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    // Demo data calls the app in process (`app.inject`). Such a request has no socket and lacks this field.
    const distinct: typeof raw.headersDistinct | undefined = raw.headersDistinct;
    if (distinct === undefined) return;
    const hosts = distinct.host ?? [];
    if (hosts.length === 0 && raw.httpVersion === "1.0") return;
    if (hosts.length !== 1 || !hostForm.test(hosts[0] ?? "")) {
      throw new AppError("invalid_input", { msg: "The request must name one host, in one Host header." });
    }
  });
  closeRefusedUpgrades(app);
}

/** A socket as Node's HTTP server keeps it: with the response that it writes, or writes next. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Node neither reads a socket whose request asks for an upgrade nor closes it after a time. Fastify's WebSockets close
 * it after a refusal, but not if a hook before theirs refused, nor while an earlier request's response occupies it.
 */
function closeRefusedUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener("upgrade", (request: IncomingMessage, socket: HttpSocket) => {
    if (socket._httpMessage) socket.destroy();
    // Node removes its own listener. Without one, a client could hold a connection open by not reading an answer. `ws`
    // turns the time limit off for a WebSocket that opens; the room sends pings instead.
    socket.on("timeout", () => socket.destroy());
    upgrades.add(request);
  });
  // A WebSocket that opens has no response that ends.
  app.addHook("onResponse", async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroySoon();
  });
}
