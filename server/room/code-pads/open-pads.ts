import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { Envelope } from "../connections/room-events.ts";
import { compactAfterUpdates } from "../rules.ts";
import { PadDocument } from "./pad-document.ts";
import { compactPad, selectPadUpdates } from "./pad-store.ts";
import { WriteBatch } from "./write-batch.ts";

interface OpenPad {
  code: Promise<PadDocument>;
  /** The loaded document; null while it loads. */
  loaded: PadDocument | null;
}

/** A person's page on one connection. */
interface ClientIdOwner {
  userId: string;
  connectionId: string;
}

/** The pads that are open on this server. */
export class OpenPads {
  readonly #deps: Deps;
  readonly #writeBatch: WriteBatch;
  readonly #pads = new Map<string, OpenPad>();
  /**
   * For each room, the person and connections that use a client id. They do not belong to the loaded document, because a
   * refused change of one person discards that document.
   */
  readonly #clientIds = new Map<string, Map<number, { userId: string; connectionIds: Set<string> }>>();
  /** Updates stored since the last compaction, as far as this server knows. */
  readonly #pendingUpdates = new Map<string, number>();

  constructor(deps: Deps, { onLost }: { onLost(bookingId: string): void }) {
    this.#deps = deps;
    this.#writeBatch = new WriteBatch(deps, {
      onSaved: (bookingIds) => {
        for (const bookingId of bookingIds) this.#countPending(bookingId, 1);
      },
      onLost: (bookingIds) => {
        for (const bookingId of bookingIds) {
          this.discard(bookingId);
          onLost(bookingId);
        }
      },
    });
  }

  async open(bookingId: string): Promise<PadDocument> {
    return await this.#getOrLoad(bookingId).code;
  }

  /** The text of a pad in this server's memory; null if it is not loaded. */
  readText(bookingId: string): string | null {
    return this.#pads.get(bookingId)?.loaded?.text ?? null;
  }

  /** Drops a pad from this server's memory. The next reader loads it from the database. */
  discard(bookingId: string): void {
    this.#pads.delete(bookingId);
  }

  /** Claims `client` as this page's id in the document. False while it belongs to another person's connection. */
  registerClientId(bookingId: string, client: number, { userId, connectionId }: ClientIdOwner): boolean {
    const ofRoom = this.#clientIds.get(bookingId) ?? new Map();
    this.#clientIds.set(bookingId, ofRoom);
    const claim = ofRoom.get(client) ?? { userId, connectionIds: new Set() };
    if (claim.userId !== userId) return false;
    claim.connectionIds.add(connectionId);
    ofRoom.set(client, claim);
    return true;
  }

  releaseClientId(bookingId: string, client: number, { userId, connectionId }: ClientIdOwner): void {
    const ofRoom = this.#clientIds.get(bookingId);
    const claim = ofRoom?.get(client);
    if (ofRoom === undefined || claim?.userId !== userId) return;
    claim.connectionIds.delete(connectionId);
    if (claim.connectionIds.size === 0) ofRoom.delete(client);
    if (ofRoom.size === 0) this.#clientIds.delete(bookingId);
  }

  /** Applies an update from another server to a pad that is open here too. */
  async applyRemoteUpdate(bookingId: string, update: Uint8Array): Promise<void> {
    (await this.#pads.get(bookingId)?.code)?.applyRemoteUpdate(update);
  }

  /** Stores an update (unless null) and notifies the other servers. */
  saveAndPublish(bookingId: string, update: Uint8Array | null, envelope: Envelope): void {
    this.#writeBatch.add({ bookingId, update, envelope });
  }

  async flushed(): Promise<void> {
    await this.#writeBatch.flushed();
  }

  #getOrLoad(bookingId: string): OpenPad {
    const open = this.#pads.get(bookingId);
    if (open !== undefined) return open;
    const pad: OpenPad = { code: this.#load(bookingId), loaded: null };
    this.#pads.set(bookingId, pad);
    pad.code.then(
      (code) => {
        pad.loaded = code;
      },
      () => undefined,
    );
    // A failed load is not kept, so that the next reader tries again.
    pad.code.catch(() => {
      if (this.#pads.get(bookingId) === pad) this.discard(bookingId);
    });
    return pad;
  }

  async #load(bookingId: string): Promise<PadDocument> {
    await this.#writeBatch.flushed();
    const { updates, pendingCount } = await selectPadUpdates(this.#deps.database, bookingId);
    this.#pendingUpdates.set(bookingId, 0);
    this.#countPending(bookingId, pendingCount);
    return new PadDocument(updates);
  }

  #countPending(bookingId: string, more: number): void {
    const pending = (this.#pendingUpdates.get(bookingId) ?? 0) + more;
    if (pending < compactAfterUpdates) {
      this.#pendingUpdates.set(bookingId, pending);
      return;
    }
    this.#pendingUpdates.delete(bookingId);
    inTransaction(this.#deps.database, (tx) => compactPad(tx, bookingId, this.#deps.clock.now())).catch(
      (error: unknown) => {
        this.#deps.log.warn({ err: error, bookingId }, "could not compact a pad; the next update retries");
      },
    );
  }
}
