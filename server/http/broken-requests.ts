import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody, ErrorCode } from "@greenroom/contract/core/errors.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { AppError } from "../core/errors.ts";

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

/** A socket as Node's HTTP server keeps it: with the response that it writes, or writes next. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Sockets whose last request is broken, and whose earlier requests are not answered yet. */
const waiting = new WeakSet<HttpSocket>();

/** Fastify's `clientErrorHandler`: answers requests that Node's parser could not read. */
export function answerBrokenRequest(
  log: FastifyBaseLogger,
  error: NodeJS.ErrnoException,
  socket: HttpSocket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || waiting.has(socket)) return;
  const current = socket._httpMessage;
  if (current?.req.complete) {
    // Its request was read whole, so a later one is broken. An answer now would be read as the answer to this one.
    waiting.add(socket);
    current.once("close", () => {
      waiting.delete(socket);
      answerBrokenRequest(log, error, socket);
    });
    return;
  }
  // A response that has begun cannot be taken back, and the client would read a second one as part of it.
  if (!socket.writable || current?.headersSent === true) {
    socket.destroy();
    return;
  }
  answerSocket(log, socket, refusals[error.code ?? ""] ?? notHttp, error.code ?? error.message);
}

/** A name or an address, with or without a port. */
const hostForm = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Refuses requests that Node accepts or answers without a body: those without exactly one `Host`, with an
 * unknown `Expect`, or with `CONNECT`. Needs the server option `requireHostHeader: false`.
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
  app.server.on("connect", (_request, socket: Socket) => answerSocket(app.log, socket, notHttp, "CONNECT"));
}
