import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { answerWithin } from "../ports/answer-within.ts";

/** A STUN binding request's type and answer, and the cookie that marks the protocol (RFC 8489 5). */
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const magicCookie = 0x2112a442;

/**
 * Reaches a `stun:` or `turn:` server (RFC 7064, RFC 7065): over UDP it must answer a binding request, over TCP and TLS it must
 * take the connection. Says nothing of TURN's secret, which only an allocation would show. Rejects with what is wrong.
 */
export async function reachIceServer(url: string): Promise<void> {
  const [, scheme = "", host = "", port, query = ""] = /^(\w+):([^:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const isTls = scheme.endsWith("s");
  const target = { host, port: Number(port ?? (isTls ? 5349 : 3478)) };
  if (isTls) await opens(() => connectTls({ ...target, servername: host }), "secureConnect");
  else if (query.includes("transport=tcp")) await opens(() => connect(target), "connect");
  else await answersBinding(target);
}

interface Target {
  host: string;
  port: number;
}

function opens(open: () => ReturnType<typeof connect>, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open();
    socket.setTimeout(answerWithin, () => socket.destroy(new Error("no answer")));
    socket.once(event, () => {
      resolve();
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

function answersBinding({ host, port }: Target): Promise<void> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const transaction = randomBytes(12);
  const request = Buffer.alloc(20);
  request.writeUInt16BE(bindingRequest, 0);
  request.writeUInt32BE(magicCookie, 4);
  transaction.copy(request, 8);
  return new Promise<void>((resolve, reject) => {
    // UDP may lose one: asked three times within the time.
    const send = () => socket.send(request, port, host, (error) => error && reject(error));
    const again = setInterval(send, answerWithin / 3);
    const over = setTimeout(() => reject(new Error("no answer to a binding request")), answerWithin);
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
