import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "./actor.ts";
import type { Database, Tx } from "./db/database.ts";
import { AppError, conflict, invalidField } from "./errors.ts";

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

/** How long a repeated request gets its first response. */
const retentionDays = 7;

/** Stores the response of the current request. Call it in the transaction that makes the change. */
export type StoreAnswer<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

/**
 * Runs `work` unless the same request was answered before; then it returns the first response. `work` stores its
 * response in its own transaction, so that a repeated request after a lost response is never refused as a second
 * one. Throws `conflict` if the key was used for another request.
 */
export async function answerOnce<Answer>(
  { database, now }: { database: Database; now: Date },
  request: KeyedRequest | null,
  work: (keep: StoreAnswer<Answer>) => Promise<Answer>,
): Promise<Answer> {
  if (request === null) return await work(async () => undefined);
  const earlier = await findAnswer<Answer>(database, request);
  if (earlier !== null) return earlier.answer;
  try {
    return await work(async (tx, answer) => {
      await tx
        .insertInto("requestKeys")
        .values({ ...request, answer: JSON.stringify(answer), createdAt: now })
        .execute();
    });
  } catch (error) {
    // The same request may have run at the same time, or the connection broke after the commit.
    const committed = await findAnswer<Answer>(database, request).catch((failure: unknown) => {
      throw failure instanceof AppError ? failure : error;
    });
    if (committed === null) throw error;
    return committed.answer;
  }
}

async function findAnswer<Answer>(
  database: Database,
  { userId, key, requestHash }: KeyedRequest,
): Promise<{ answer: Answer } | null> {
  const row = await database
    .selectFrom("requestKeys")
    .select(["requestHash", "answer"])
    .where("userId", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (!row.requestHash.equals(requestHash)) {
    throw conflict("This Idempotency-Key was already used for another request.");
  }
  return { answer: JSON.parse(row.answer) as Answer };
}

/**
 * True if this key has a stored response. Then checks that run before the body is read must not refuse the repeated
 * request.
 */
export async function isAnswered(database: Database, actor: Actor, key: string | null): Promise<boolean> {
  if (key === null) return false;
  const row = await database
    .selectFrom("requestKeys")
    .select("key")
    .where("userId", "=", actor.userId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes responses that are too old to be requested again. */
export async function purgeAnswers(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom("requestKeys")
    .where("createdAt", "<", addMinutes(now, -retentionDays * 24 * 60))
    .execute();
}

/** Deletes the stored responses of a person who closes their account. */
export async function eraseAnswers(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("requestKeys").where("userId", "=", userId).execute();
}
