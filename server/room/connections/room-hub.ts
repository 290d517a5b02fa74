import { randomUUID } from "node:crypto";
import type { RoomServerMessage } from "@greenroom/contract/room/room.ts";
import type { Deps } from "../../kernel/deps.ts";
import { CodeHistory } from "../code-pads/code-history.ts";
import { OpenPads } from "../code-pads/open-pads.ts";
import { decodeEnvelope, type Envelope, roomChannel, splitPayload } from "./room-events.ts";

/** A socket that is in a room on this server. */
export interface RoomConnection {
  id: string;
  userId: string;
  receive(envelope: Envelope): Promise<void>;
  /** Passes on a message that a connection caused, ahead of queued events. */
  deliver(message: RoomServerMessage, connectionId: string): void;
  /** Makes the page reconnect and catch up, because it may have missed events. */
  requestReconnect(): void;
}

interface OpenRoom {
  connections: Set<RoomConnection>;
  /** Delivers events in order. Rooms do not wait for each other. */
  queue: Promise<void>;
}

/** The rooms that have connections on this server, and the events that arrive for them. */
export class RoomHub {
  readonly #rooms = new Map<string, OpenRoom>();
  readonly #deps: Deps;
  readonly #id = randomUUID();
  readonly pads: OpenPads;
  readonly history: CodeHistory;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.pads = new OpenPads(deps, { onLost: (bookingId) => this.#requestReconnect(bookingId) });
    this.history = new CodeHistory(deps, (bookingId) => this.pads.readText(bookingId));
  }

  async open(): Promise<void> {
    await this.#deps.relay.listen(roomChannel, {
      onNotification: (payload) => this.#handleNotification(payload),
      onReconnect: () => {
        for (const bookingId of this.#rooms.keys()) {
          this.pads.discard(bookingId);
          this.#requestReconnect(bookingId);
        }
      },
    });
  }

  /** Saves pending edits before the database closes. */
  async close(): Promise<void> {
    await this.pads.flushed();
    await this.history.close();
  }

  /** Delivers a pad's message on this server at once, and stores its `content` if it has any. */
  broadcast(
    bookingId: string,
    { message, ...sender }: { message: RoomServerMessage; connectionId: string; userId: string },
    content: Uint8Array | null,
  ): void {
    for (const connection of this.#rooms.get(bookingId)?.connections ?? [])
      connection.deliver(message, sender.connectionId);
    const event = { kind: "message", message } as const;
    this.pads.saveAndPublish(bookingId, content, { ...sender, event, deliveredBy: this.#id });
  }

  addConnection(bookingId: string, connection: RoomConnection): void {
    const room = this.#rooms.get(bookingId) ?? { connections: new Set(), queue: Promise.resolve() };
    room.connections.add(connection);
    this.#rooms.set(bookingId, room);
  }

  removeConnection(bookingId: string, connection: RoomConnection): void {
    const room = this.#rooms.get(bookingId);
    room?.connections.delete(connection);
    if (room?.connections.size === 0) this.#rooms.delete(bookingId);
  }

  /** Closes the pad of an empty room. */
  closePadIfEmpty(bookingId: string): void {
    if (this.#rooms.has(bookingId)) return;
    this.history.flush(bookingId);
    this.history.forget(bookingId);
    this.pads.discard(bookingId);
  }

  #handleNotification(payload: string): void {
    const { bookingId, content } = splitPayload(payload);
    const room = this.#rooms.get(bookingId);
    if (room === undefined) return;
    room.queue = room.queue.then(async () => {
      try {
        const envelope = await decodeEnvelope(this.#deps, content);
        if (envelope === null || envelope.deliveredBy === this.#id) return;
        const { event } = envelope;
        if (event.kind === "message" && event.message.type === "code") {
          await this.pads.applyRemoteUpdate(bookingId, Buffer.from(event.message.update, "base64"));
          this.history.noteEdit(bookingId, { userId: envelope.userId, isOwn: false });
        } else if (event.kind === "booking") this.history.flush(bookingId);
        await Promise.all([...room.connections].map((connection) => connection.receive(envelope)));
      } catch (error) {
        // Later events must still be delivered. Connections that missed this one reconnect and catch up.
        this.#deps.log.error({ err: error, bookingId }, "could not deliver a room's event");
        this.#requestReconnect(bookingId);
      }
    });
  }

  #requestReconnect(bookingId: string): void {
    for (const connection of [...(this.#rooms.get(bookingId)?.connections ?? [])])
      connection.requestReconnect();
  }
}
