import { createHash, createHmac, randomBytes } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";

/* STUN messages as bytes (RFC 8489 sections 5 and 14), limited to what a TURN server over UDP and IPv4 needs. */

const magicCookie = 0x2112a442;
const headerBytes = 20;
const integrityBytes = 20;

/** RFC 8489 section 18.3, RFC 8656 section 18. */
const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  channel: 0x000c,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  mappedAddress: 0x0020,
} as const;
type AttributeName = keyof typeof attributes;

interface Address {
  /** IPv4. */
  address: string;
  port: number;
}

interface StunMessage {
  type: number;
  /** Twelve bytes that the answer repeats. */
  transaction: Buffer;
  /** The first value of an attribute. */
  get(name: AttributeName): Buffer | null;
  /** All its values. */
  all(name: AttributeName): Buffer[];
  /** The offset of the attribute whose HMAC covers everything before it; null if there is none. */
  integrityAt: number | null;
  packet: Buffer;
}

/** Returns null for anything but a STUN message. */
function readStun(packet: Buffer): StunMessage | null {
  if (packet.length < headerBytes || packet.readUInt32BE(4) !== magicCookie) return null;
  if (packet.readUInt16BE(2) !== packet.length - headerBytes) return null;
  const found: { type: number; value: Buffer }[] = [];
  let integrityAt: number | null = null;
  for (let at = headerBytes; at + 4 <= packet.length; ) {
    const [type, length] = [packet.readUInt16BE(at), packet.readUInt16BE(at + 2)];
    if (at + 4 + length > packet.length) return null;
    if (type === attributes.integrity) integrityAt ??= at;
    found.push({ type, value: packet.subarray(at + 4, at + 4 + length) });
    at += 4 + padded(length);
  }
  const all = (name: AttributeName) =>
    found.filter(({ type }) => type === attributes[name]).map(({ value }) => value);
  return {
    type: packet.readUInt16BE(0),
    transaction: packet.subarray(8, headerBytes),
    get: (name) => all(name)[0] ?? null,
    all,
    integrityAt,
    packet,
  };
}

/** Signs the message if there is a `key`. */
function writeStun(
  type: number,
  transaction: Buffer,
  values: [AttributeName, Buffer][],
  key?: Buffer,
): Buffer {
  const body = Buffer.concat(values.map(([name, value]) => writeAttribute(attributes[name], value)));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(magicCookie, 4);
  transaction.copy(header, 8);
  header.writeUInt16BE(body.length + (key ? 4 + integrityBytes : 0), 2);
  const message = Buffer.concat([header, body]);
  if (!key) return message;
  return Buffer.concat([message, writeAttribute(attributes.integrity, hmac(message, key))]);
}

/** True if a message was signed with this key (RFC 8489 section 14.5). */
function isSignedWith({ packet, integrityAt }: StunMessage, key: Buffer): boolean {
  if (integrityAt === null) return false;
  const covered = Buffer.from(packet.subarray(0, integrityAt));
  // The length as if the signature were the end.
  covered.writeUInt16BE(integrityAt - headerBytes + 4 + integrityBytes, 2);
  return hmac(covered, key).equals(packet.subarray(integrityAt + 4, integrityAt + 4 + integrityBytes));
}

/** The key of a long-term credential (RFC 8489 section 9.2.2). */
function longTermKey(username: string, realm: string, password: string): Buffer {
  return createHash("md5").update(`${username}:${realm}:${password}`).digest();
}

/** RFC 8489 section 14.2: encoded, so that network devices which rewrite addresses do not recognize it. */
function writeAddress({ address, port }: Address): Buffer {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(port ^ (magicCookie >>> 16), 2);
  value.writeUInt32BE((Buffer.from(address.split(".").map(Number)).readUInt32BE(0) ^ magicCookie) >>> 0, 4);
  return value;
}

/** Returns null for anything but an IPv4 address. */
function readAddress(value: Buffer): Address | null {
  if (value.length !== 8 || value.readUInt8(1) !== 1) return null;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((value.readUInt32BE(4) ^ magicCookie) >>> 0, 0);
  return { address: [...bytes].join("."), port: value.readUInt16BE(2) ^ (magicCookie >>> 16) };
}

function writeError(code: number, reason: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from(reason)]);
}

function hmac(message: Buffer, key: Buffer): Buffer {
  return createHmac("sha1", key).update(message).digest();
}

function writeAttribute(type: number, value: Buffer): Buffer {
  const attribute = Buffer.alloc(4 + padded(value.length));
  attribute.writeUInt16BE(type, 0);
  attribute.writeUInt16BE(value.length, 2);
  value.copy(attribute, 4);
  return attribute;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

export interface LocalTurnServer {
  /** Settings for our server. */
  settings: Record<string, string>;
  /** Relays that were allocated, and those that were refused to clients with a credential. */
  allocated: number;
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

const [binding, allocate, refresh, send, data, permit, bindChannel] = [1, 3, 4, 6, 7, 8, 9];
const [indication, success, failure] = [0x0010, 0x0100, 0x0110];
const realm = "turn.example";
const lifetimeSeconds = 600;
const loopback = "127.0.0.1";

/**
 * coturn with `use-auth-secret` on loopback, over UDP (RFC 8656): allocates relays for valid credentials of its
 * secret, forwards for permitted addresses, and can drop all packets.
 */
export async function startLocalTurnServer(
  secret = randomBytes(16).toString("hex"),
): Promise<LocalTurnServer> {
  const server = createSocket("udp4");
  const allocations = new Map<string, Allocation>();
  const nonce = randomBytes(16).toString("hex");
  let isCut = false;
  const turnServer: LocalTurnServer = {
    settings: {},
    allocated: 0,
    refused: 0,
    relayedBytes: 0,
    dropPackets(next) {
      isCut = next;
    },
    close: async () => {
      for (const { socket } of allocations.values()) socket.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const reply = (to: Address, packet: Buffer) => {
    if (!isCut) server.send(packet, to.port, to.address);
  };

  /** The key that this request was signed with; null if it was refused, in which case the client was answered. */
  const authenticate = (message: StunMessage, client: Address): Buffer | null => {
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

  const allocateRelay = (message: StunMessage, client: RemoteInfo, key: Buffer) => {
    const { transaction } = message;
    const known = allocations.get(formatAddress(client));
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
    allocations.set(formatAddress(client), allocation);
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

  const serve = (message: StunMessage, client: RemoteInfo, key: Buffer) => {
    if (message.type === allocate) return allocateRelay(message, client, key);
    const allocation = allocations.get(formatAddress(client));
    const answer = (words: Parameters<typeof writeStun>[2] = [], kind = success) =>
      reply(client, writeStun(message.type | kind, message.transaction, words, key));
    if (!allocation) return answer([["error", writeError(437, "Allocation Mismatch")]], failure);
    if (message.type === refresh) {
      const wanted = message.get("lifetime")?.readUInt32BE(0) ?? lifetimeSeconds;
      answer([["lifetime", writeSeconds(Math.min(wanted, lifetimeSeconds))]]);
      if (wanted > 0) return;
      allocation.socket.close();
      allocations.delete(formatAddress(client));
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

  server.on("message", (packet, client) => {
    if (isCut) return;
    const allocation = allocations.get(formatAddress(client));
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
  });
  await new Promise<void>((resolve) => server.bind(0, loopback, resolve));
  const urls = `turn:${loopback}:${server.address().port}?transport=udp`;
  turnServer.settings = { GREENROOM_TURN_URLS: urls, GREENROOM_TURN_SECRET: secret };
  return turnServer;
}

const formatAddress = ({ address, port }: Address): string => `${address}:${port}`;

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
