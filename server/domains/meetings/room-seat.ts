import { randomUUID } from "node:crypto";
import type { WebSocket } from "@fastify/websocket";
import { type ClientMessage, roomCloseCodes, type ServerMessage } from "@greenroom/contract/room-messages.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { keepMessage, selectMessages } from "./chat-store.ts";
import { enterRoom } from "./enter-room.ts";
import { findGuest } from "./find-guest.ts";
import { showRoom } from "./get-room.ts";
import { leaveRoom } from "./leave-room.ts";
import { readMessage } from "./read-message.ts";
import type { RoomHub, Seat } from "./room-hub.ts";
import { type Envelope, type RoomNews, tellRoom } from "./room-relay.ts";
import { seatBeatSeconds, socketPace } from "./rules.ts";
import { SeatPad } from "./seat-pad.ts";
import { TokenBucket } from "./token-bucket.ts";

/** A socket that has more than this waiting to go out is not read by anybody. In bytes. */
const mostUnsentBytes = 2 * 1024 * 1024;
/** RFC 6455: what a page says that closes or goes elsewhere, and what a server says that wants it back at once. */
const [normal, goingAway, comeBack, brokenHere] = [1000, 1001, 1012, 1011];

interface SeatInput {
  deps: Deps;
  hub: RoomHub;
  socket: WebSocket;
  guest: Actor;
  bookingId: string;
}

/** One person's socket in one room, from the first message to the last. */
export class RoomSeat implements Seat {
  readonly id = randomUUID();
  readonly #deps: Deps;
  readonly #hub: RoomHub;
  readonly #socket: WebSocket;
  readonly #guest: Actor;
  readonly #bookingId: string;
  readonly #pace = new TokenBucket(socketPace);
  readonly #pad: SeatPad;
  /** One message after the other, as they came: a candidate must not overtake its offer. */
  #work: Promise<void> = Promise.resolve();
  /** Looking around asks the database much, and no stroke is to wait for that. */
  #looks: Promise<void> = Promise.resolve();
  #beat: NodeJS.Timeout | undefined;
  #isAlive = true;
  /** Closed by us: nothing counts that it said after. */
  #isShut = false;

  constructor({ deps, hub, socket, guest, bookingId }: SeatInput) {
    this.#deps = deps;
    this.#hub = hub;
    this.#socket = socket;
    this.#guest = guest;
    this.#bookingId = bookingId;
    this.#pad = new SeatPad({
      deps,
      hub,
      bookingId,
      seatId: this.id,
      userId: guest.userId,
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
    });
  }

  get userId(): string {
    return this.#guest.userId;
  }

  /** Takes the seat. Nothing is awaited before the listeners stand, so that no message is missed. */
  take(): void {
    this.#socket.on("message", (data, isBinary) => this.#receive(data.toString(), isBinary));
    this.#socket.on("pong", () => {
      this.#isAlive = true;
    });
    this.#socket.on("close", (code) => this.#leave(code));
    // What is not a frame of ours (too long, no UTF-8) closes this socket by itself, with its own code.
    this.#socket.on("error", (error) =>
      this.#deps.log.info({ error: error.message }, "a room's socket failed"),
    );
    this.#hub.seat(this.#bookingId, this);
    this.#work = this.#do(() => this.#enter());
    this.#looks = this.#work;
    this.#beat = setInterval(() => {
      this.#looks = this.#looks.then(() => this.#do(() => this.#lookAround()));
    }, seatBeatSeconds * 1000);
  }

  hearPad({ seatId, userId, news }: Envelope): void {
    if (seatId === this.id) return;
    if (news.kind === "code") this.#send({ type: "code", update: news.update });
    else if (news.kind === "cursor") {
      this.#send({ type: "cursor", senderId: userId, client: news.client, cursor: news.cursor });
    }
  }

  async hear(envelope: Envelope): Promise<void> {
    const { seatId, userId, news } = envelope;
    const isOwn = seatId === this.id;
    if (news.kind === "code" || news.kind === "cursor") this.hearPad(envelope);
    else if (news.kind === "language") {
      this.#send({ type: "code-language", language: news.language, senderId: userId });
    } else if (news.kind === "run") {
      this.#send({ type: "run", run: news.run });
    } else if (news.kind === "takeover") {
      if (userId === this.userId && !isOwn) this.#close(roomCloseCodes.takenOver, "opened somewhere else");
    } else if (news.kind === "presence" || news.kind === "booking") {
      await this.#showRoom();
    } else if (news.kind === "chat") {
      this.#send({ type: "chat", message: news.message });
    } else if (userId !== this.userId) {
      this.#send({ type: "signal", signal: news.signal });
    }
  }

  startAfresh(): void {
    this.#close(comeBack, "please come back");
  }

  async #enter(): Promise<void> {
    const room = await enterRoom(this.#deps, this.#guest, this.#bookingId);
    // Closed again by now: it must not push out the page that came after it.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    await this.#tell({ kind: "takeover" });
    this.#send({ type: "welcome", room, chat: await selectMessages(this.#deps.database, this.#bookingId) });
    await this.#tell({ kind: "presence" });
  }

  #receive(text: string, isBinary: boolean): void {
    const message = isBinary ? null : readMessage(text);
    if (!this.#pace.take()) this.#close(roomCloseCodes.tooFast, "too many messages");
    else if (message === null) this.#close(roomCloseCodes.badMessage, "not a message of a room");
    else if (message.type === "ping") this.#send({ type: "pong" });
    else this.#work = this.#work.then(() => this.#do(() => this.#pass(message), { said: true }));
  }

  async #pass(message: Exclude<ClientMessage, { type: "ping" }>): Promise<void> {
    if (message.type === "signal") return await this.#tell({ kind: "signal", signal: message.signal });
    if (message.type !== "chat") return await this.#pad.take(message);
    const { id, body } = message;
    const sentAt = this.#deps.clock.now();
    const written = { id, body, sentAt, bookingId: this.#bookingId, senderId: this.userId };
    const kept = await keepMessage(this.#deps.database, written);
    if (kept === null) return this.#close(roomCloseCodes.badMessage, "this message is somebody else's");
    await this.#tell({ kind: "chat", message: kept });
  }

  /** Every few seconds: whether this person may still be here, and is; and the room as it is now. */
  async #lookAround(): Promise<void> {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping();
    if ((await findGuest(this.#deps, this.#guest.sessionId)) === null) {
      return this.#close(roomCloseCodes.sessionEnded, "please sign in again");
    }
    const room = await enterRoom(this.#deps, this.#guest, this.#bookingId);
    this.#send({ type: "room", room });
  }

  async #showRoom(): Promise<void> {
    const booking = await getOwnBooking(this.#deps.database, this.#guest, this.#bookingId);
    this.#send({ type: "room", room: await showRoom(this.#deps, this.#guest, booking) });
  }

  async #tell(news: RoomNews): Promise<void> {
    await tellRoom(this.#deps, this.#bookingId, { seatId: this.id, userId: this.userId, news });
  }

  #send(message: ServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > mostUnsentBytes) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(message));
  }

  /** What was `said` counts also when its page has closed the line since; what only looks after the page does not. */
  async #do(step: () => Promise<void>, { said = false } = {}): Promise<void> {
    const isOpen = this.#socket.readyState === this.#socket.OPEN;
    if (this.#isShut || !(isOpen || said)) return;
    try {
      await step();
    } catch (error) {
      if (error instanceof AppError && ["conflict", "not_found"].includes(error.code)) {
        return this.#close(roomCloseCodes.roomClosed, error.message);
      }
      this.#deps.log.error({ err: error, bookingId: this.#bookingId }, "a room's socket failed");
      this.#close(brokenHere, "please come back");
    }
  }

  #close(code: number, reason: string): void {
    this.#isShut = true;
    this.#socket.close(code, reason);
  }

  /** Who says goodbye has left; who was cut off is given until the room forgets them to come back. */
  #leave(code: number): void {
    clearInterval(this.#beat);
    this.#pad.leave();
    this.#hub.unseat(this.#bookingId, this);
    this.#work = Promise.all([this.#work, this.#looks])
      .then(async () => {
        this.#hub.tidy(this.#bookingId);
        if (code !== normal && code !== goingAway) return;
        await leaveRoom(this.#deps, this.#guest, this.#bookingId);
        await this.#tell({ kind: "presence" });
      })
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "could not note a leaving; the room notices within seconds");
      });
  }
}
