import { createHmac, randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { type AddressInfo, createServer, type Socket as Stream } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import {
  type Address,
  longTermKey,
  methods,
  readAddress,
  readStun,
  type StunMessage,
  splitStream,
  stunClasses,
  writeStun,
} from "../../room/ice/stun.ts";
import { makeCertificate } from "./smtp.ts";

export interface LocalTurnServer {
  /** Settings for our server, over UDP. */
  settings: Record<string, string>;
  urls: { udp: string; tcp: string; tls: string };
  /** Of its TLS, in PEM. */
  certificate: string;
  /** Relays that were allocated, and those that were refused to clients with a credential. */
  allocated: number;
  /** Relays that are allocated now. */
  readonly open: number;
  refused: number;
  /** Bytes relayed from a relay's owner to another address. */
  relayedBytes: number;
  /** Drops every packet in both directions until it is called with false. */
  dropPackets(isCut: boolean): void;
  close(): Promise<void>;
}

/** A client's relay: a port to which others send. */
interface Allocation {
  socket: Socket;
  transaction: Buffer;
  /** The answer that allocated it, repeated for a repeated request. */
  answer: Buffer | null;
  /** Addresses that may send to the relay. */
  permitted: Set<string>;
  channels: Map<number, Address>;
}

/** Somebody who sends to the server: an address, and its stream over TCP and TLS. */
type Client = Address & { stream?: Stream };

const { binding, allocate, refresh, send, data, permit, bindChannel } = methods;
const { indication, success, failure } = stunClasses;
const realm = "turn.example";
const lifetimeSeconds = 600;
/** RFC 8489 section 5. */
const [magicCookie, headerBytes, integrityBytes] = [0x2112a442, 20, 20];
const loopback = "127.0.0.1";
const udpProtocol = 17;

/**
 * coturn with `use-auth-secret` on loopback, over UDP, TCP and TLS (RFC 8656): allocates relays for valid credentials
 * of its secret, forwards for permitted addresses, and can drop all packets. Its certificate is valid for a day around
 * `certifiedAt`.
 */
export async function startLocalTurnServer({
  secret = randomBytes(16).toString("hex"),
  certifiedAt = new Date(),
} = {}): Promise<LocalTurnServer> {
  const server = createSocket("udp4");
  const { key: certificateKey, certificate } = makeCertificate(certifiedAt);
  const streams = new Set<Stream>();
  const allocations = new Map<string, Allocation>();
  const nonce = randomBytes(16).toString("hex");
  let isCut = false;
  const turnServer: LocalTurnServer = {
    settings: {},
    urls: { udp: "", tcp: "", tls: "" },
    certificate,
    allocated: 0,
    get open() {
      return allocations.size;
    },
    refused: 0,
    relayedBytes: 0,
    dropPackets(next) {
      isCut = next;
    },
    close: async () => {
      for (const { socket } of allocations.values()) socket.close();
      for (const stream of streams) stream.destroy();
      for (const listener of listeners) listener.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const reply = (to: Client, packet: Buffer) => {
    if (isCut) return;
    if (to.stream === undefined) server.send(packet, to.port, to.address);
    else to.stream.write(packet);
  };

  /** The key that this request was signed with; null if it was refused, in which case the client was answered. */
  const authenticate = (message: StunMessage, client: Client): Buffer | null => {
    const username = message.get("username")?.toString();
    const refuse = (code: number, reason: string) => {
      const words: Parameters<typeof writeStun>[2] = [
        ["error", writeError(code, reason)],
        ["realm", Buffer.from(realm)],
        ["nonce", Buffer.from(nonce)],
      ];
      reply(client, writeStun(message.type | failure, message.transaction, words));
      return null;
    };
    if (username === undefined || message.integrityAt === null) return refuse(401, "Unauthorized");
    const password = createHmac("sha1", secret).update(username).digest("base64");
    const key = longTermKey(username, realm, password);
    const hasEnded = !(Number(username.split(":")[0]) * 1000 > Date.now());
    if (!hasEnded && isSignedWith(message, key)) return key;
    turnServer.refused += 1;
    return refuse(401, "Unauthorized");
  };

  const allocateRelay = (message: StunMessage, client: Client, key: Buffer) => {
    const { transaction } = message;
    if (message.get("requestedTransport")?.readUInt8(0) !== udpProtocol)
      return reply(
        client,
        writeStun(allocate | failure, transaction, [["error", writeError(400, "Bad Request")]], key),
      );
    const known = allocations.get(nameClient(client));
    if (known) {
      const words = [["error", writeError(437, "Allocation Mismatch")]] as [["error", Buffer]];
      if (!known.transaction.equals(transaction)) {
        reply(client, writeStun(allocate | failure, transaction, words, key));
      } else if (known.answer) reply(client, known.answer);
      return;
    }
    const socket = createSocket("udp4");
    const allocation: Allocation = {
      socket,
      transaction: Buffer.from(transaction),
      answer: null,
      permitted: new Set(),
      channels: new Map(),
    };
    allocations.set(nameClient(client), allocation);
    socket.on("message", (packet, from) => {
      if (allocation.permitted.has(from.address)) reply(client, encodeForClient(allocation, packet, from));
    });
    socket.bind(0, loopback, () => {
      allocation.answer = writeStun(
        allocate | success,
        allocation.transaction,
        [
          ["relayedAddress", writeAddress(socket.address())],
          ["mappedAddress", writeAddress(client)],
          ["lifetime", writeSeconds(lifetimeSeconds)],
        ],
        key,
      );
      turnServer.allocated += 1;
      reply(client, allocation.answer);
    });
  };

  const forward = (allocation: Allocation, packet: Buffer, to: Address | null | undefined) => {
    if (!to || !allocation.permitted.has(to.address)) return;
    turnServer.relayedBytes += packet.length;
    allocation.socket.send(packet, to.port, to.address);
  };

  const serve = (message: StunMessage, client: Client, key: Buffer) => {
    if (message.type === allocate) return allocateRelay(message, client, key);
    const allocation = allocations.get(nameClient(client));
    const answer = (words: Parameters<typeof writeStun>[2] = [], kind = success) =>
      reply(client, writeStun(message.type | kind, message.transaction, words, key));
    if (!allocation) return answer([["error", writeError(437, "Allocation Mismatch")]], failure);
    if (message.type === refresh) {
      const wanted = message.get("lifetime")?.readUInt32BE(0) ?? lifetimeSeconds;
      answer([["lifetime", writeSeconds(Math.min(wanted, lifetimeSeconds))]]);
      if (wanted > 0) return;
      allocation.socket.close();
      allocations.delete(nameClient(client));
      return;
    }
    const peers = message.all("peerAddress").map((value) => readAddress(value));
    const channel = message.get("channel")?.readUInt16BE(0);
    if (peers.length === 0 || peers.includes(null) || (message.type === bindChannel && !channel)) {
      return answer([["error", writeError(400, "Bad Request")]], failure);
    }
    for (const peerAddress of peers) {
      if (!peerAddress) continue;
      allocation.permitted.add(peerAddress.address);
      if (message.type === bindChannel && channel) allocation.channels.set(channel, peerAddress);
    }
    answer();
  };

  const receive = (packet: Buffer, client: Client) => {
    if (isCut) return;
    const allocation = allocations.get(nameClient(client));
    const channel = readChannelData(packet);
    if (channel) {
      if (allocation) forward(allocation, channel.data, allocation.channels.get(channel.number));
      return;
    }
    const message = readStun(packet);
    if (message === null) return;
    if (message.type === (send | indication)) {
      const [to, words] = [message.get("peerAddress"), message.get("data")];
      if (allocation && to && words) forward(allocation, words, readAddress(to));
    } else if (message.type === binding) {
      const mapped = writeAddress(client);
      reply(client, writeStun(binding | success, message.transaction, [["mappedAddress", mapped]]));
    } else if ([allocate, refresh, permit, bindChannel].includes(message.type)) {
      const key = authenticate(message, client);
      if (key) serve(message, client, key);
    }
  };
  server.on("message", receive);
  const serveStream = (stream: Stream) => {
    streams.add(stream);
    const client = { address: loopback, port: stream.remotePort ?? 0, stream };
    let received: Buffer = Buffer.alloc(0);
    stream.on("data", (part: Buffer) => {
      const { packets, rest } = splitStream(Buffer.concat([received, part]));
      received = rest;
      for (const packet of packets) receive(packet, client);
    });
    // A client that goes away needs no answer.
    stream.on("error", () => undefined);
  };
  const listeners = [
    createServer(serveStream),
    createTlsServer({ key: certificateKey, cert: certificate }, serveStream),
  ];
  const [, tcpPort, tlsPort] = await Promise.all([
    new Promise<void>((resolve) => server.bind(0, loopback, resolve)),
    ...listeners.map(
      (listener) =>
        new Promise<number>((resolve) =>
          listener.listen(0, loopback, () => resolve((listener.address() as AddressInfo).port)),
        ),
    ),
  ]);
  turnServer.urls = {
    udp: `turn:${loopback}:${server.address().port}?transport=udp`,
    tcp: `turn:${loopback}:${tcpPort}?transport=tcp`,
    tls: `turns:${loopback}:${tlsPort}?transport=tcp`,
  };
  turnServer.settings = { GREENROOM_TURN_URLS: turnServer.urls.udp, GREENROOM_TURN_SECRET: secret };
  return turnServer;
}

const nameClient = ({ address, port, stream }: Client) => `${stream ? "stream " : ""}${address}:${port}`;

/** Encodes a packet for the relay's owner, over a channel if one is bound to the sender. */
function encodeForClient({ channels }: Allocation, packet: Buffer, from: Address): Buffer {
  for (const [number, bound] of channels) {
    if (bound.port !== from.port || bound.address !== from.address) continue;
    const header = Buffer.alloc(4);
    header.writeUInt16BE(number, 0);
    header.writeUInt16BE(packet.length, 2);
    return Buffer.concat([header, packet]);
  }
  return writeStun(data | indication, randomBytes(12), [
    ["peerAddress", writeAddress(from)],
    ["data", packet],
  ]);
}

/** RFC 8656 section 12.4. Returns null for a packet outside a channel. */
function readChannelData(packet: Buffer): { number: number; data: Buffer } | null {
  if (packet.length < 4 || packet.readUInt8(0) >> 6 !== 1) return null;
  const length = packet.readUInt16BE(2);
  if (4 + length > packet.length) return null;
  return { number: packet.readUInt16BE(0), data: packet.subarray(4, 4 + length) };
}

function writeSeconds(seconds: number): Buffer {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(seconds, 0);
  return value;
}

/** True if a message was signed with this key (RFC 8489 section 14.5). */
function isSignedWith({ packet, integrityAt }: StunMessage, key: Buffer): boolean {
  if (integrityAt === null) return false;
  const covered = Buffer.from(packet.subarray(0, integrityAt));
  // The length as if the signature were the end.
  covered.writeUInt16BE(integrityAt - headerBytes + 4 + integrityBytes, 2);
  return createHmac("sha1", key)
    .update(covered)
    .digest()
    .equals(packet.subarray(integrityAt + 4, integrityAt + 4 + integrityBytes));
}

/** RFC 8489 section 14.2: encoded, so that network devices which rewrite addresses do not recognize it. */
function writeAddress({ address, port }: Address): Buffer {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(port ^ (magicCookie >>> 16), 2);
  value.writeUInt32BE((Buffer.from(address.split(".").map(Number)).readUInt32BE(0) ^ magicCookie) >>> 0, 4);
  return value;
}

function writeError(code: number, reason: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from(reason)]);
}
