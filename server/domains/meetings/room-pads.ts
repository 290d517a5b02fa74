import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { CodePost } from "./code-post.ts";
import { compactCode, selectCode } from "./code-store.ts";
import { RoomCode } from "./room-code.ts";
import type { Envelope } from "./room-relay.ts";
import { compactAfterUpdates } from "./rules.ts";

interface Pad {
  code: Promise<RoomCode>;
  /** Which person's page has which number in the document. */
  claims: Map<number, string>;
}

/** The pads that somebody has open on this server. */
export class RoomPads {
  readonly #deps: Deps;
  readonly #post: CodePost;
  readonly #pads = new Map<string, Pad>();
  /** Updates kept since the last compaction, as far as this server knows. */
  readonly #waiting = new Map<string, number>();

  constructor(deps: Deps, { onLost }: { onLost(bookingId: string): void }) {
    this.#deps = deps;
    this.#post = new CodePost(deps, {
      onKept: (bookingIds) => {
        for (const bookingId of bookingIds) this.#count(bookingId, 1);
      },
      onLost: (bookingIds) => {
        for (const bookingId of bookingIds) {
          this.forget(bookingId);
          onLost(bookingId);
        }
      },
    });
  }

  async open(bookingId: string): Promise<RoomCode> {
    return await this.#pad(bookingId).code;
  }

  /** Drops what this server holds of a pad; who asks next gets it from the database. */
  forget(bookingId: string): void {
    this.#pads.delete(bookingId);
  }

  /** True when `client` is this person's number in the document, from now on at the latest. */
  claim(bookingId: string, client: number, userId: string): boolean {
    const { claims } = this.#pad(bookingId);
    if (!claims.has(client)) claims.set(client, userId);
    return claims.get(client) === userId;
  }

  /** What another server took for a pad that is open here, too. */
  async follow(bookingId: string, update: Uint8Array): Promise<void> {
    (await this.#pads.get(bookingId)?.code)?.follow(update);
  }

  /** Keeps an update, or nothing for null, and tells the other servers. */
  send(bookingId: string, content: Uint8Array | null, envelope: Envelope): void {
    this.#post.send({ bookingId, content, envelope });
  }

  async settled(): Promise<void> {
    await this.#post.settled();
  }

  #pad(bookingId: string): Pad {
    const standing = this.#pads.get(bookingId);
    if (standing !== undefined) return standing;
    const pad = { code: this.#load(bookingId), claims: new Map() };
    this.#pads.set(bookingId, pad);
    // One that could not be read is not to stay: the next one tries again.
    pad.code.catch(() => {
      if (this.#pads.get(bookingId) === pad) this.forget(bookingId);
    });
    return pad;
  }

  async #load(bookingId: string): Promise<RoomCode> {
    await this.#post.settled();
    const { updates, waiting } = await selectCode(this.#deps.database, bookingId);
    this.#waiting.set(bookingId, 0);
    this.#count(bookingId, waiting);
    return new RoomCode(updates);
  }

  #count(bookingId: string, more: number): void {
    const waiting = (this.#waiting.get(bookingId) ?? 0) + more;
    if (waiting < compactAfterUpdates) {
      this.#waiting.set(bookingId, waiting);
      return;
    }
    this.#waiting.delete(bookingId);
    inTransaction(this.#deps.database, (tx) => compactCode(tx, bookingId, this.#deps.clock.now())).catch(
      (error: unknown) => {
        this.#deps.log.warn({ err: error, bookingId }, "could not compact a pad; the next time does it");
      },
    );
  }
}
