import { randomUUID } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { RoomPads } from "./room-pads.ts";
import { type Envelope, openEnvelope, relayChannel, splitPayload } from "./room-relay.ts";

/** A socket that is in a room on this server. */
export interface Seat {
  id: string;
  userId: string;
  hear(envelope: Envelope): Promise<void>;
  /** What is typed is heard at once, and waits for nothing else. */
  hearPad(envelope: Envelope): void;
  /** News were lost: the page is to come back and catch up. */
  startAfresh(): void;
}

interface Room {
  seats: Set<Seat>;
  /** What came is handed out in its order, one room not waiting for another. */
  tail: Promise<void>;
}

/** The rooms that have somebody on this server, and what comes in for them. */
export class RoomHub {
  readonly #rooms = new Map<string, Room>();
  readonly #deps: Deps;
  readonly #id = randomUUID();
  readonly pads: RoomPads;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.pads = new RoomPads(deps, { onLost: (bookingId) => this.#callBack(bookingId) });
  }

  async open(): Promise<void> {
    await this.#deps.notifications.listen(relayChannel, {
      onNotice: (payload) => this.#receive(payload),
      onGap: () => {
        for (const bookingId of this.#rooms.keys()) {
          this.pads.forget(bookingId);
          this.#callBack(bookingId);
        }
      },
    });
  }

  /** What was typed is kept before the database goes. */
  async close(): Promise<void> {
    await this.pads.settled();
  }

  /** Hands out what is typed, on this server at once, and keeps its `content` if it has any. */
  hand(bookingId: string, envelope: Envelope, content: Uint8Array | null): void {
    for (const seat of this.#rooms.get(bookingId)?.seats ?? []) seat.hearPad(envelope);
    this.pads.send(bookingId, content, { ...envelope, heardAt: this.#id });
  }

  seat(bookingId: string, seat: Seat): void {
    const room = this.#rooms.get(bookingId) ?? { seats: new Set(), tail: Promise.resolve() };
    room.seats.add(seat);
    this.#rooms.set(bookingId, room);
  }

  unseat(bookingId: string, seat: Seat): void {
    const room = this.#rooms.get(bookingId);
    room?.seats.delete(seat);
    if (room?.seats.size === 0) this.#rooms.delete(bookingId);
  }

  /** Lets go of the pad of a room in which nobody is left. */
  tidy(bookingId: string): void {
    if (!this.#rooms.has(bookingId)) this.pads.forget(bookingId);
  }

  #receive(payload: string): void {
    const { bookingId, content } = splitPayload(payload);
    const room = this.#rooms.get(bookingId);
    if (room === undefined) return;
    room.tail = room.tail.then(async () => {
      try {
        const envelope = await openEnvelope(this.#deps, content);
        if (envelope === null || envelope.heardAt === this.#id) return;
        const { news } = envelope;
        if (news.kind === "code") await this.pads.follow(bookingId, Buffer.from(news.update, "base64"));
        await Promise.all([...room.seats].map((seat) => seat.hear(envelope)));
      } catch (error) {
        // The line must go on for what comes after; who missed this one comes back and catches up.
        this.#deps.log.error({ err: error, bookingId }, "could not hand out what came for a room");
        this.#callBack(bookingId);
      }
    });
  }

  #callBack(bookingId: string): void {
    for (const seat of [...(this.#rooms.get(bookingId)?.seats ?? [])]) seat.startAfresh();
  }
}
