import { createHash, createHmac } from "node:crypto";

/* STUN messages as bytes (RFC 8489 sections 5 and 14), limited to what TURN over IPv4 needs. */

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
  requestedTransport: 0x0019,
  mappedAddress: 0x0020,
} as const;
type AttributeName = keyof typeof attributes;

/** RFC 8489 section 18.1, RFC 8656 section 17: added to one of the classes, they are the type of a message. */
export const methods = { binding: 1, allocate: 3, refresh: 4, send: 6, data: 7, permit: 8, bindChannel: 9 };
export const stunClasses = { indication: 0x0010, success: 0x0100, failure: 0x0110 };

export interface Address {
  /** IPv4. */
  address: string;
  port: number;
}

export interface StunMessage {
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
export function readStun(packet: Buffer): StunMessage | null {
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

/** The whole packets at the beginning of what a stream has brought: messages, and data of channels (RFC 8656 12.5). */
export function splitStream(received: Buffer): { packets: Buffer[]; rest: Buffer } {
  const packets: Buffer[] = [];
  let at = 0;
  while (received.length - at >= 4) {
    const isChannel = received.readUInt8(at) >> 6 === 1;
    const length = received.readUInt16BE(at + 2);
    const size = isChannel ? 4 + padded(length) : headerBytes + length;
    if (received.length - at < size) break;
    packets.push(received.subarray(at, at + size));
    at += size;
  }
  return { packets, rest: received.subarray(at) };
}

/** Signs the message if there is a `key`. */
export function writeStun(
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

/** The key of a long-term credential (RFC 8489 section 9.2.2). */
export function longTermKey(username: string, realm: string, password: string): Buffer {
  return createHash("md5").update(`${username}:${realm}:${password}`).digest();
}

/** Returns null for anything but an IPv4 address. */
export function readAddress(value: Buffer): Address | null {
  if (value.length !== 8 || value.readUInt8(1) !== 1) return null;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((value.readUInt32BE(4) ^ magicCookie) >>> 0, 0);
  return { address: [...bytes].join("."), port: value.readUInt16BE(2) ^ (magicCookie >>> 16) };
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
