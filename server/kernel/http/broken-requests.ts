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

function errorBody({ code, msg }: Refusal, requestId: string): string {
  return JSON.stringify({ msg, code, requestId } satisfies ErrorBody);
}

/** Answers on a bare socket, because Node has created no response, and closes it. */
function answerSocket(log: FastifyBaseLogger, socket: Socket, refusal: Refusal, reason: string): void {
  const requestId = randomUUID();
  log.info({ requestId, status: refusal.status, reason }, "request refused by the HTTP parser");
  const body = errorBody(refusal, requestId);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
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

/** Sockets whose last request is refused once the requests before it are answered. */
const waiting = new WeakSet<HttpSocket>();

/**
 * Calls back once the requests that a client sent before a refused one are answered: an answer now would be read as the
 * answer to the first of them. Does nothing if the socket waits already, or is closed meanwhile.
 */
function afterEarlierAnswers(socket: HttpSocket, refuse: () => void): void {
  if (socket.destroyed || waiting.has(socket)) return;
  const current = socket._httpMessage;
  // A request that was not read whole is the refused one itself.
  if (!current?.req.complete) {
    refuse();
    return;
  }
  waiting.add(socket);
  current.once("close", () => {
    waiting.delete(socket);
    afterEarlierAnswers(socket, refuse);
  });
}

/** Fastify's `clientErrorHandler`: answers requests that Node's parser could not read. */
export function answerBrokenRequest(
  log: FastifyBaseLogger,
  error: NodeJS.ErrnoException,
  socket: HttpSocket,
): void {
  if (error.code === "ECONNRESET") return;
  const hasEarlier = socket._httpMessage?.req.complete === true;
  afterEarlierAnswers(socket, () => {
    // A response that has begun cannot be taken back, and the client would read a second one as part of it.
    // After a wait, the rest of a slow request may have come: the client would read a 408 as the answer to the next.
    const isLate = hasEarlier && error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    if (!socket.writable || socket._httpMessage?.headersSent === true || isLate) {
      socket.destroy();
      return;
    }
    answerSocket(log, socket, refusals[error.code ?? ""] ?? notHttp, error.code ?? error.message);
  });
}

/** A name or an address, with or without a port. */
const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Refuses requests that Node accepts or answers without a body: those without exactly one `Host`, with an
 * unknown `Expect`, or with `CONNECT`. Closes a connection that becomes a WebSocket before its earlier requests are
 * answered. Needs the server option `requireHostHeader: false`.
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
  app.server.on("checkExpectation", (_request, response) => {
    const refusal: Refusal = {
      status: 417,
      code: "invalid_input",
      msg: "The request's Expect header is not supported.",
    };
    const body = errorBody(refusal, randomUUID());
    response
      .writeHead(refusal.status, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
        "cache-control": "no-store",
        connection: "close",
      })
      .end(body);
  });
  closeRefusedUpgrades(app);
  app.server.on("connect", (_request, socket: Socket) => {
    closeWhenSilent(socket);
    // An error that nothing listens to would end the process.
    socket.on("error", () => undefined);
    afterEarlierAnswers(socket, () => answerSocket(app.log, socket, notHttp, "CONNECT"));
  });
}

/** A socket as Node's HTTP server keeps it: with the response that it writes, or writes next. */
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Node neither reads a socket whose request asks for an upgrade nor closes it after a time. Fastify's WebSockets close
 * it after a refusal, but not if a hook before theirs refused, nor while an earlier request's response occupies it.
 */
export function closeRefusedUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener("upgrade", (request: IncomingMessage, socket: HttpSocket) => {
    if (socket._httpMessage) socket.destroy();
    closeWhenSilent(socket);
    upgrades.add(request);
  });
  // A WebSocket that opens has no response that ends.
  app.addHook("onResponse", async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroySoon();
  });
}

/**
 * Node removes its own listener before it leaves a socket to us. Without one, a client could hold a connection open by
 * not reading an answer. `ws` turns the time limit off for a WebSocket that opens; the room sends pings instead.
 */
export function closeWhenSilent(socket: Socket): void {
  socket.on("timeout", () => socket.destroy());
}
