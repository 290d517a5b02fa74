import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import {
  longTermKey,
  methods,
  readAddress,
  readStun,
  type StunMessage,
  splitStream,
  stunClasses,
  writeStun,
} from "./stun.ts";

export interface Credential {
  username: string;
  credential: string;
}

interface CheckOptions {
  timeoutMilliseconds: number;
  /** Certificates to trust instead of the system's, in PEM. */
  ca?: string | undefined;
}

/** Carries requests to a server, and its answers back. */
interface Line {
  /** Resolves with the answer. Rejects when the line fails or the time is over. */
  ask(type: number, values: Parameters<typeof writeStun>[2], key?: Buffer): Promise<StunMessage>;
  close(): void;
}

/** Checks that a `stun:` server (RFC 7064) answers a binding request. Rejects with the reason. */
export async function checkStunServer(url: string, options: CheckOptions): Promise<void> {
  const line = await openLine(url, options);
  try {
    const answer = await line.ask(methods.binding, []);
    if (answer.type !== (methods.binding | stunClasses.success)) throw refusalOf(answer);
  } finally {
    line.close();
  }
}

/**
 * Has a `turn:` or `turns:` server (RFC 7065) allocate a relay over the transport of its URL, and gives it back
 * (RFC 8656 sections 7 and 8). Returns the relay's address. Rejects with the reason.
 */
export async function allocateRelay(
  url: string,
  { username, credential }: Credential,
  options: CheckOptions,
): Promise<string> {
  const line = await openLine(url, options);
  try {
    const transport: Parameters<typeof writeStun>[2] = [["requestedTransport", Buffer.from([udp, 0, 0, 0])]];
    const challenge = await line.ask(methods.allocate, transport);
    const [realm, nonce] = [challenge.get("realm"), challenge.get("nonce")];
    if (realm === null || nonce === null) throw refusalOf(challenge);
    const signed: Parameters<typeof writeStun>[2] = [
      ["username", Buffer.from(username)],
      ["realm", realm],
      ["nonce", nonce],
    ];
    const key = longTermKey(username, realm.toString(), credential);
    const answer = await line.ask(methods.allocate, [...transport, ...signed], key);
    const relay = answer.get("relayedAddress");
    if (answer.type !== (methods.allocate | stunClasses.success) || relay === null) throw refusalOf(answer);
    await line.ask(methods.refresh, [["lifetime", Buffer.alloc(4)], ...signed], key);
    const { address, port } = readAddress(relay) ?? { address: "an address of IPv6", port: 0 };
    return `${address}:${port}`;
  } finally {
    line.close();
  }
}

/** The number of the protocol that a relay uses toward others. */
const udp = 17;

function refusalOf(answer: StunMessage): Error {
  const error = answer.get("error");
  if (error === null || error.length < 4) return new Error("it answers, but not as a TURN server");
  const code = 100 * error.readUInt8(2) + error.readUInt8(3);
  if (code === 401) return new Error("it refuses our secret (401)");
  return new Error(`it refuses with ${code} ${error.subarray(4).toString()}`.trim());
}

async function openLine(url: string, { timeoutMilliseconds, ca }: CheckOptions): Promise<Line> {
  const [, scheme = "", host = "", port, query = ""] =
    /^(\w+):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(.*)$/.exec(url) ?? [];
  const isTls = scheme.endsWith("s");
  const target = { host: host.replace(/^\[|\]$/g, ""), port: Number(port ?? (isTls ? 5349 : 3478)) };
  const isStream = isTls || query.includes("transport=tcp");
  const asked = new Map<string, (answer: StunMessage) => void>();
  const receive = (packet: Buffer) => {
    const answer = readStun(packet);
    if (answer !== null) asked.get(answer.transaction.toString("hex"))?.(answer);
  };
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Whoever asks hears of it.
  failed.catch(() => undefined);
  const timer = setTimeout(() => fail(new Error("no answer")), timeoutMilliseconds);
  const { send, close } = isStream ? openStream() : openDatagrams();

  function openStream() {
    const socket = isTls
      ? connectTls({ ...target, servername: isIp(target.host) ? "" : target.host, ca })
      : connect(target);
    const opened = new Promise((resolve) => socket.once(isTls ? "secureConnect" : "connect", resolve));
    let received: Buffer = Buffer.alloc(0);
    socket.on("data", (part: Buffer) => {
      const { packets, rest } = splitStream(Buffer.concat([received, part]));
      received = rest;
      packets.forEach(receive);
    });
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("it closed the connection")));
    return {
      send: async (packet: Buffer) => void opened.then(() => socket.write(packet)),
      close: () => socket.destroy(),
    };
  }

  function openDatagrams() {
    const socket = createSocket(target.host.includes(":") ? "udp6" : "udp4");
    socket.on("message", receive);
    socket.on("error", fail);
    return {
      // A network may lose a packet.
      async send(packet: Buffer, isAnswered: () => boolean) {
        for (let count = 0; count < 3 && !isAnswered(); count += 1) {
          socket.send(packet, target.port, target.host, (error) => error && fail(error));
          await new Promise((resolve) => setTimeout(resolve, timeoutMilliseconds / 5).unref());
        }
      },
      close: () => socket.close(),
    };
  }

  return {
    async ask(type, values, key) {
      const transaction = randomBytes(12);
      const id = transaction.toString("hex");
      const answered = new Promise<StunMessage>((resolve) => asked.set(id, resolve));
      void send(writeStun(type, transaction, values, key), () => !asked.has(id));
      return await Promise.race([answered, failed]).finally(() => asked.delete(id));
    },
    close() {
      clearTimeout(timer);
      asked.clear();
      close();
    },
  };
}

const isIp = (host: string) => /^[\d.]+$|:/.test(host);
