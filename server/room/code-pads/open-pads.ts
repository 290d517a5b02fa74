import { setTimeout as sleep } from "node:timers/promises";
import { maxPadCharacters, maxPadUpdateBytes, padTextName } from "@greenroom/contract/room/code-pad.ts";
import { sql } from "kysely";
import * as Y from "yjs";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { type Envelope, encodeEnvelope, roomChannel } from "../connections/room-events.ts";
import { compactAfterUpdates, maxPadStateBytes } from "../rules.ts";
import { compactPad, selectPadUpdates } from "./pad-store.ts";

interface OpenPad {
  code: Promise<PadDocument>;
  /** The loaded document; null while it loads. */
  loaded: PadDocument | null;
}

export class OpenPads {
  readonly #deps: Deps;
  readonly #writeBatch: WriteBatch;
  readonly #pads = new Map<string, OpenPad>();
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

/** A pad in this server's memory while it is open here. It checks each update before anyone else gets it. */
export class PadDocument {
  readonly #doc = new Y.Doc();
  /** Bytes added since the size was last measured. */
  #bytesSinceCheck = 0;
  #hasChanged = false;

  constructor(updates: Uint8Array[]) {
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update);
    });
    this.#doc.on("update", () => {
      this.#hasChanged = true;
    });
  }

  get text(): string {
    return this.#doc.getText(padTextName).toString();
  }

  /** What a page with this state vector lacks, and the server's vector. Throws for no state vector. */
  syncWith(vector: Uint8Array): { update: Uint8Array; vector: Uint8Array } {
    return { update: Y.encodeStateAsUpdate(this.#doc, vector), vector: Y.encodeStateVector(this.#doc) };
  }

  /** Applies an update that another server has accepted. */
  applyRemoteUpdate(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update);
  }

  /**
   * Applies a page's update. "known" means that it contains nothing new. After "malformed" or "too-long" this
   * object must be discarded, because it contains the bad update. "malformed" is an update that our editor never
   * sends, or one that builds on missing updates.
   */
  applyUpdate(update: Uint8Array): "taken" | "known" | "malformed" | "too-long" {
    this.#hasChanged = false;
    if (!isValidPadUpdate(update)) return "malformed";
    try {
      Y.applyUpdate(this.#doc, update);
    } catch {
      // Well-formed but invalid. The caller closes the socket that sent it.
      return "malformed";
    }
    const { pendingStructs, pendingDs } = this.#doc.store;
    if (pendingStructs !== null || pendingDs !== null) return "malformed";
    if (!this.#hasChanged) return "known";
    return this.#isTooLong(update.length) ? "too-long" : "taken";
  }

  #isTooLong(bytes: number): boolean {
    if (this.#doc.getText(padTextName).length > maxPadCharacters) return true;
    this.#bytesSinceCheck += bytes;
    if (this.#bytesSinceCheck < maxPadStateBytes / 10) return false;
    this.#bytesSinceCheck = 0;
    return Y.encodeStateAsUpdate(this.#doc).length > maxPadStateBytes;
  }
}

type Struct = ReturnType<typeof Y.decodeUpdate>["structs"][number];

/**
 * True if the update only inserts and deletes text in the pad's single text, as our editor does. Other content
 * could break the other party's editor: other types, embedded objects, or line ends that an editor counts as one
 * character.
 */
export function isValidPadUpdate(update: Uint8Array): boolean {
  if (update.length > maxPadUpdateBytes) return false;
  try {
    return Y.decodeUpdate(update).structs.every(isValidPadStruct);
  } catch {
    // Not a Yjs update. The caller closes the socket on false.
    return false;
  }
}

function isValidPadStruct(struct: Struct): boolean {
  if (struct instanceof Y.GC) return true;
  if (!(struct instanceof Y.Item)) return false;
  const parent = struct.parent as unknown;
  if (struct.parentSub !== null || (parent !== null && parent !== padTextName)) return false;
  const { content } = struct;
  return (
    content instanceof Y.ContentDeleted ||
    (content instanceof Y.ContentString && !content.getContent().includes("\r"))
  );
}

/** At most one statement per this interval, however many rooms are typing. */
const minFlushIntervalMilliseconds = 10;

interface PendingWrite {
  bookingId: string;
  /** A document update to store; null for events that are only shown, such as cursors. */
  update: Uint8Array | null;
  envelope: Envelope;
}

interface WriteListener {
  onSaved(bookingIds: string[]): void;
  /** The edits of these rooms were not stored: their pages must reconnect and send them again. */
  onLost(bookingIds: string[]): void;
}

/**
 * Stores edits made on this server and notifies the other servers, many rooms per statement. Pages on this server
 * already have the edits. If a crash loses some, the page that typed them sends them again when it reconnects.
 */
export class WriteBatch {
  readonly #deps: Pick<Deps, "database" | "clock" | "log" | "relay">;
  readonly #listener: WriteListener;
  #pending: PendingWrite[] = [];
  #flushing: Promise<void> | null = null;

  constructor(deps: Pick<Deps, "database" | "clock" | "log" | "relay">, listener: WriteListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  add(write: PendingWrite): void {
    this.#pending.push(write);
    this.#flushing ??= this.#flush();
  }

  /** Resolves when everything sent before is stored or lost. */
  async flushed(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const writes = this.#pending;
      this.#pending = [];
      const startedAt = performance.now();
      const savedIds = writes.filter(({ update }) => update !== null).map(({ bookingId }) => bookingId);
      try {
        await this.#write(writes);
        this.#listener.onSaved(savedIds);
      } catch (error) {
        const level = savedIds.length > 0 ? "error" : "info";
        this.#deps.log[level]({ err: error }, "could not keep what was typed; its pages come back with it");
        this.#listener.onLost([...new Set(savedIds)]);
      }
      await sleep(Math.max(0, minFlushIntervalMilliseconds - (performance.now() - startedAt)));
    }
    this.#flushing = null;
  }

  async #write(writes: PendingWrite[]): Promise<void> {
    const now = this.#deps.clock.now();
    const payloads: string[] = [];
    for (const { bookingId, envelope } of writes) {
      payloads.push(await encodeEnvelope(this.#deps, bookingId, envelope));
    }
    const updates = writes.flatMap(({ bookingId, update }) =>
      update === null ? [] : [{ bookingId, content: Buffer.from(update) }],
    );
    const { relay } = this.#deps;
    const notified = relay.usesNotify ? payloads : [];
    // In the order of arrival, so that an update comes after those that it builds on, in the table and in the
    // notifications.
    if (notified.length + updates.length > 0)
      await sql`
      with kept as (
        insert into room_code_updates (booking_id, content, made_at)
        select booking_id, content, ${now}::timestamptz
        from unnest(${updates.map(({ bookingId }) => bookingId)}::uuid[], ${updates.map(({ content }) => content)}::bytea[])
          with ordinality letter (booking_id, content, place)
        order by place)
      select pg_notify(${roomChannel}, payload) from unnest(${notified}::text[]) payload`.execute(
        this.#deps.database,
      );
    // After the edits are stored. If this fails, the pages reconnect and load them.
    if (!relay.usesNotify) await relay.publish(roomChannel, payloads);
  }
}
