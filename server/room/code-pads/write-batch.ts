import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Deps } from "../../kernel/deps.ts";
import { type Envelope, encodeEnvelope, roomChannel } from "../connections/room-events.ts";

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
  /**
   * The database did not store the edits of these rooms. Their pages still have them and must reconnect to send
   * them again.
   */
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
