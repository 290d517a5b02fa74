import type { Deps } from "../../deps.ts";
import { type Envelope, openEnvelope, relayChannel, splitPayload } from "./room-relay.ts";

/** A socket that is in a room on this server. */
export interface Seat {
  id: string;
  userId: string;
  hear(envelope: Envelope): Promise<void>;
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

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async open(): Promise<void> {
    await this.#deps.notifications.listen(relayChannel, {
      onNotice: (payload) => this.#receive(payload),
      onGap: () => {
        for (const { seats } of this.#rooms.values()) for (const seat of [...seats]) seat.startAfresh();
      },
    });
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

  #receive(payload: string): void {
    const { bookingId, content } = splitPayload(payload);
    const room = this.#rooms.get(bookingId);
    if (room === undefined) return;
    room.tail = room.tail.then(async () => {
      try {
        const envelope = await openEnvelope(this.#deps, content);
        if (envelope !== null) await Promise.all([...room.seats].map((seat) => seat.hear(envelope)));
      } catch (error) {
        // The line must go on for what comes after; who missed this one comes back and catches up.
        this.#deps.log.error({ err: error, bookingId }, "could not hand out what came for a room");
        for (const seat of [...room.seats]) seat.startAfresh();
      }
    });
  }
}
