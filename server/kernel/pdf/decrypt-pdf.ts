import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from "pdf-lib";

/* Many offices save a PDF with only an owner's password: it forbids editing, every program opens it without a
   password, and its contents are encrypted with a key that follows from the empty one. This is the standard security
   handler of ISO 32000-2 §7.6, revisions 2 to 6, for that password. */

/** Returns an indirect object of the file with its strings and its stream decrypted. */
export type Decrypt = (ref: PDFRef, object: PDFObject) => PDFObject;

/** Decrypts the bytes of one indirect object; null leaves them as they are. */
type Cipher = ((ref: PDFRef, bytes: Uint8Array) => Uint8Array) | null;

/** Null if the file needs a password, or is encrypted in a way that programs do not open without one. */
export function openEncryption(context: PDFContext): Decrypt | null {
  const dict = context.lookup(context.trailerInfo.Encrypt);
  if (!(dict instanceof PDFDict) || readName(dict, "Filter") !== "Standard") return null;
  const version = readInteger(dict, "V");
  const key = version === 5 ? readLongKey(dict) : readShortKey(dict, version, readFileId(context));
  if (key === null) return null;
  const [streams, strings] = [readCipher(dict, version, "StmF", key), readCipher(dict, version, "StrF", key)];
  if (streams === undefined || strings === undefined) return null;
  return (ref, object) => decryptObject({ streams, strings }, ref, object);
}

function decryptObject(
  ciphers: { streams: Cipher; strings: Cipher },
  ref: PDFRef,
  object: PDFObject,
): PDFObject {
  const { streams, strings } = ciphers;
  if (object instanceof PDFString || object instanceof PDFHexString) {
    return strings === null ? object : toHexString(strings(ref, object.asBytes()));
  }
  if (object instanceof PDFArray) {
    for (const [index, entry] of object.asArray().entries()) {
      object.set(index, decryptObject(ciphers, ref, entry));
    }
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) object.set(key, decryptObject(ciphers, ref, value));
  } else if (object instanceof PDFRawStream) {
    if (readName(object.dict, "Type") === "XRef") return object;
    decryptObject(ciphers, ref, object.dict);
    if (streams === null || namesItsCipher(object.dict)) return object;
    return PDFRawStream.of(object.dict, streams(ref, object.contents));
  }
  return object;
}

/** Such a stream is metadata that was left readable. */
function namesItsCipher(dict: PDFDict): boolean {
  const filter = dict.lookup(PDFName.of("Filter"));
  const first = filter instanceof PDFArray && filter.size() > 0 ? filter.lookup(0) : filter;
  return first === PDFName.of("Crypt");
}

const toHexString = (bytes: Uint8Array) => PDFHexString.of(Buffer.from(bytes).toString("hex"));

/* How each object is encrypted. */

/** The cipher for streams or strings; undefined for one that we do not know. */
function readCipher(dict: PDFDict, version: number, use: "StmF" | "StrF", key: Buffer): Cipher | undefined {
  if (version === 1 || version === 2) return rc4Cipher(key);
  const name = readName(dict, use);
  if (name === undefined || name === "Identity") return null;
  const filters = dict.lookup(PDFName.of("CF"));
  const filter = filters instanceof PDFDict ? filters.lookup(PDFName.of(name)) : undefined;
  const method = filter instanceof PDFDict ? readName(filter, "CFM") : undefined;
  if (version === 5) return method === "AESV3" ? (_ref, bytes) => decryptAes(key, bytes) : undefined;
  if (method === "V2") return rc4Cipher(key);
  if (method !== "AESV2") return undefined;
  const keyOf = objectKeys(key, "sAlT");
  return (ref, bytes) => decryptAes(keyOf(ref), bytes);
}

function rc4Cipher(key: Buffer): Cipher {
  const keyOf = objectKeys(key, "");
  return (ref, bytes) => rc4(keyOf(ref), bytes);
}

/** An object can hold very many strings, so its key is kept until the next one. */
function objectKeys(key: Buffer, salt: string): (ref: PDFRef) => Buffer {
  let last: { ref: PDFRef; key: Buffer } | null = null;
  return (ref) => {
    if (last?.ref !== ref) last = { ref, key: objectKey(key, ref, salt) };
    return last.key;
  };
}

function objectKey(key: Buffer, { objectNumber, generationNumber }: PDFRef, salt: string): Buffer {
  const number = Buffer.alloc(8);
  number.writeUInt32LE(objectNumber % 2 ** 24, 0);
  number.writeUInt32LE(generationNumber % 2 ** 16, 4);
  const id = Buffer.concat([number.subarray(0, 3), number.subarray(4, 6)]);
  return md5(key, id, Buffer.from(salt)).subarray(0, Math.min(key.length + 5, 16));
}

/** Lenient like other readers: an incomplete last block is dropped, and wrong padding stays. */
function decryptAes(key: Buffer, bytes: Uint8Array): Uint8Array {
  const end = bytes.length - (bytes.length % 16);
  if (end < 32) return new Uint8Array();
  const cipher = createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, bytes.subarray(0, 16));
  const plain = cipher.setAutoPadding(false).update(bytes.subarray(16, end));
  const padding = plain.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

const unmixed = Uint8Array.from({ length: 256 }, (_, index) => index);

/** Written out, because OpenSSL no longer offers it. The indices stay below 256. */
function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = unmixed.slice();
  const output = new Uint8Array(bytes.length);
  let j = 0;
  const swap = (i: number) => {
    const [atI, atJ] = [state[i] as number, state[j] as number];
    state[i] = atJ;
    state[j] = atI;
    return atI + atJ;
  };
  for (let i = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i);
  }
  j = 0;
  for (let n = 0; n < bytes.length; n += 1) {
    const i = (n + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    output[n] = (bytes[n] as number) ^ (state[swap(i) & 255] as number);
  }
  return output;
}

/* The file's key for the empty password; null if that is not its password. */

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

/** Algorithms 2, 4 and 5 (§7.6.4.3.2, §7.6.4.4): RC4 and AES-128. */
function readShortKey(dict: PDFDict, version: number, fileId: Uint8Array): Buffer | null {
  const revision = readInteger(dict, "R");
  const length = { 1: 5, 2: readInteger(dict, "Length", 40) / 8, 4: 16 }[version];
  const isKnown = version === 4 ? revision === 4 : revision === 2 || revision === 3;
  if (!isKnown || length === undefined || !Number.isInteger(length) || length < 5 || length > 16) return null;
  const [owner, user] = [readBytes(dict, "O", 32), readBytes(dict, "U", 32)];
  if (owner === null || user === null) return null;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(readInteger(dict, "P") | 0);
  const open = Buffer.from(revision === 4 && !encryptsMetadata(dict) ? "ffffffff" : "", "hex");
  let key = md5(padding, owner, permissions, fileId, open).subarray(0, length);
  if (revision === 2) return user.equals(rc4(key, padding)) ? key : null;
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, length);
  let check: Uint8Array = md5(padding, fileId);
  for (let round = 0; round < 20; round += 1) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  return user.subarray(0, 16).equals(check) ? key : null;
}

/** Algorithms 2.A and 11 (§7.6.4.3.3, §7.6.4.4.10): AES-256. */
function readLongKey(dict: PDFDict): Buffer | null {
  const hash = { 5: (salt: Buffer) => sha("sha256", salt), 6: hardenedHash }[readInteger(dict, "R")];
  const [user, wrapped] = [readBytes(dict, "U", 48), readBytes(dict, "UE", 32)];
  if (hash === undefined || user === null || wrapped === null) return null;
  if (!user.subarray(0, 32).equals(hash(user.subarray(32, 40)))) return null;
  const cipher = createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), Buffer.alloc(16));
  return cipher.setAutoPadding(false).update(wrapped);
}

/** Algorithm 2.B (§7.6.4.3.4). It ends after at most 288 rounds. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha("sha256", salt);
  for (let round = 1, last = 0; round <= 64 || last > round - 33; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    const block = cipher.setAutoPadding(false).update(Buffer.concat(Array<Buffer>(64).fill(key)));
    const sum = block.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = sha(["sha256", "sha384", "sha512"][sum % 3] as string, block);
    last = block.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function sha(algorithm: string, bytes: Buffer): Buffer {
  return createHash(algorithm).update(bytes).digest();
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/* Entries of the encryption dictionary, which may be of any type. */

function readName(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

function readInteger(dict: PDFDict, key: string, otherwise = 0): number {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : otherwise;
}

/** The first `length` bytes of a string, because some programs append zeros; null if it is shorter. */
function readBytes(dict: PDFDict, key: string, length: number): Buffer | null {
  const bytes = toBytes(dict.lookup(PDFName.of(key)));
  return bytes.length < length ? null : Buffer.from(bytes.subarray(0, length));
}

function readFileId(context: PDFContext): Uint8Array {
  const id = context.lookup(context.trailerInfo.ID);
  return id instanceof PDFArray && id.size() > 0 ? toBytes(id.lookup(0)) : new Uint8Array();
}

function toBytes(value: PDFObject | undefined): Uint8Array {
  return value instanceof PDFString || value instanceof PDFHexString ? value.asBytes() : new Uint8Array();
}

function encryptsMetadata(dict: PDFDict): boolean {
  const value = dict.lookup(PDFName.of("EncryptMetadata"));
  return !(value instanceof PDFBool) || value.asBoolean();
}
