import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import type { Actor } from "../actor.ts";
import { invalidField } from "../errors.ts";

/** A request with a key from its caller, so that it can be sent again without a second effect. */
export interface KeyedRequest {
  userId: string;
  key: string;
  /** Distinguishes this request from others with the same key. */
  requestHash: Buffer;
}

/** The caller's key for a request: 1 to 200 printable ASCII characters. Throws `invalid_input`. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const header = headers["idempotency-key"];
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x20-\x7e]{1,200}$/.test(header)) {
    throw invalidField("Idempotency-Key", "Idempotency-Key must be 1 to 200 printable characters.");
  }
  return header;
}

/** `input` is everything that the caller sent: parameters, body, and the hash of a file. Null without a key. */
export function readKeyedRequest(
  headers: IncomingHttpHeaders,
  actor: Actor,
  { method, path }: Endpoint,
  input: unknown,
): KeyedRequest | null {
  const key = readIdempotencyKey(headers);
  if (key === null) return null;
  const requestHash = hashOf(`${method} ${path}\n${JSON.stringify(input)}`);
  return { userId: actor.userId, key, requestHash };
}

export function hashOf(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}
