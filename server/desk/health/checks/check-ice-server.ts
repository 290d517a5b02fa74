import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { providerTimeoutMilliseconds } from "../../../kernel/concurrency.ts";

/**
 * The type of a STUN binding request, the type of its response, and the cookie of the protocol (RFC 8489 5).
 */
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const magicCookie = 0x2112a442;

/**
 * Checks that a `stun:` or `turn:` server (RFC 7064, RFC 7065) is reachable: over UDP it must answer a binding
 * request, over TCP and TLS it must accept the connection. Does not check TURN's secret, because only an allocation
 * would. Rejects with the reason.
 */
export async function checkIceServer(url: string): Promise<void> {
  const [, scheme = "", host = "", port, query = ""] = /^(\w+):([^:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const isTls = scheme.endsWith("s");
  const target = { host, port: Number(port ?? (isTls ? 5349 : 3478)) };
  if (isTls) await checkConnects(() => connectTls({ ...target, servername: host }), "secureConnect");
  else if (query.includes("transport=tcp")) await checkConnects(() => connect(target), "connect");
  else await checkBindingReply(target);
}

interface Target {
  host: string;
  port: number;
}

function checkConnects(open: () => ReturnType<typeof connect>, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open();
    socket.setTimeout(providerTimeoutMilliseconds, () => socket.destroy(new Error("no answer")));
    socket.once(event, () => {
      resolve();
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

function checkBindingReply({ host, port }: Target): Promise<void> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const transaction = randomBytes(12);
  const request = Buffer.alloc(20);
  request.writeUInt16BE(bindingRequest, 0);
  request.writeUInt32BE(magicCookie, 4);
  transaction.copy(request, 8);
  return new Promise<void>((resolve, reject) => {
    // UDP may lose a packet, so we send the request three times.
    const send = () => socket.send(request, port, host, (error) => error && reject(error));
    const again = setInterval(send, providerTimeoutMilliseconds / 3);
    const over = setTimeout(
      () => reject(new Error("no answer to a binding request")),
      providerTimeoutMilliseconds,
    );
    socket.once("error", reject);
    socket.on("message", (answer) => {
      const isOurs = answer.length >= 20 && answer.subarray(8, 20).equals(transaction);
      if (isOurs && answer.readUInt16BE(0) === bindingSuccess) resolve();
    });
    socket.once("close", () => {
      clearInterval(again);
      clearTimeout(over);
    });
    send();
  }).finally(() => socket.close());
}
