import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { type Envelope, relayChannel, sealEnvelope } from "./room-relay.ts";

/** At most one statement in so many milliseconds, however many rooms type at once. */
const shortestRoundMilliseconds = 10;

interface Letter {
  bookingId: string;
  /** A document update that is to be kept; null for what only lives on screens. */
  content: Uint8Array | null;
  envelope: Envelope;
}

interface Listener {
  onKept(bookingIds: string[]): void;
  /** The database did not take what these rooms typed: their pages still have it, and are to come back with it. */
  onLost(bookingIds: string[]): void;
}

/**
 * What is typed on this server: kept, and told to the other servers, many rooms in one statement. Those of this server
 * have heard it by then; what a crash in between swallows, the page that typed it brings along when it comes back.
 */
export class CodePost {
  readonly #deps: Pick<Deps, "database" | "clock" | "log">;
  readonly #listener: Listener;
  #waiting: Letter[] = [];
  #round: Promise<void> | null = null;

  constructor(deps: Pick<Deps, "database" | "clock" | "log">, listener: Listener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  send(letter: Letter): void {
    this.#waiting.push(letter);
    this.#round ??= this.#deliver();
  }

  /** Resolves when all that was sent before is kept, or lost. */
  async settled(): Promise<void> {
    await this.#round;
  }

  async #deliver(): Promise<void> {
    while (this.#waiting.length > 0) {
      const letters = this.#waiting;
      this.#waiting = [];
      const startedAt = performance.now();
      const kept = letters.filter(({ content }) => content !== null).map(({ bookingId }) => bookingId);
      try {
        await this.#write(letters);
        this.#listener.onKept(kept);
      } catch (error) {
        const level = kept.length > 0 ? "error" : "info";
        this.#deps.log[level]({ err: error }, "could not keep what was typed; its pages come back with it");
        this.#listener.onLost([...new Set(kept)]);
      }
      await sleep(Math.max(0, shortestRoundMilliseconds - (performance.now() - startedAt)));
    }
    this.#round = null;
  }

  async #write(letters: Letter[]): Promise<void> {
    const now = this.#deps.clock.now();
    const payloads: string[] = [];
    for (const { bookingId, envelope } of letters) {
      payloads.push(await sealEnvelope(this.#deps, bookingId, envelope));
    }
    const updates = letters.flatMap(({ bookingId, content }) =>
      content === null ? [] : [{ bookingId, content: Buffer.from(content) }],
    );
    // In the order of the letters: what builds on something stands after it, in the table and in the notices.
    await sql`
      with kept as (
        insert into room_code_updates (booking_id, content, made_at)
        select booking_id, content, ${now}::timestamptz
        from unnest(${updates.map(({ bookingId }) => bookingId)}::uuid[], ${updates.map(({ content }) => content)}::bytea[])
          with ordinality letter (booking_id, content, place)
        order by place)
      select pg_notify(${relayChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(
      this.#deps.database,
    );
  }
}
