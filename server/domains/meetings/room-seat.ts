import { randomUUID } from "node:crypto";
import { type ClientMessage, roomCloseCodes, type ServerMessage } from "@greenroom/contract/room-messages.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { keepMessage, selectMessages } from "./chat-store.ts";
import { enterRoom } from "./enter-room.ts";
import { showRoom } from "./get-room.ts";
import { leaveRoom } from "./leave-room.ts";
import { PageSocket, type PageSocketInput } from "./page-socket.ts";
import type { RoomHub, Seat } from "./room-hub.ts";
import { type Envelope, type RoomNews, tellRoom } from "./room-relay.ts";
import { seatBeatSeconds } from "./rules.ts";
import { SeatPad } from "./seat-pad.ts";

/** RFC 6455: what a page says that closes or goes elsewhere. */
const [normal, goingAway] = [1000, 1001];

/** One person's socket in one room, from the first message to the last. */
export class RoomSeat implements Seat {
  readonly id = randomUUID();
  readonly #deps: Deps;
  readonly #hub: RoomHub;
  readonly #page: PageSocket;
  readonly #guest: Actor;
  readonly #bookingId: string;
  readonly #pad: SeatPad;
  /** One message after the other, as they came: a candidate must not overtake its offer. */
  #work: Promise<void> = Promise.resolve();
  /** Looking around asks the database much, and no stroke is to wait for that. */
  #looks: Promise<void> = Promise.resolve();
  #beat: NodeJS.Timeout | undefined;

  constructor({ hub, ...page }: PageSocketInput & { hub: RoomHub }) {
    const { deps, guest, bookingId } = page;
    this.#deps = deps;
    this.#hub = hub;
    this.#page = new PageSocket(page);
    this.#guest = guest;
    this.#bookingId = bookingId;
    this.#pad = new SeatPad({
      deps,
      hub,
      bookingId,
      seatId: this.id,
      userId: guest.userId,
      send: (message) => this.#send(message),
      close: (code, reason) => this.#page.close(code, reason),
    });
  }

  get userId(): string {
    return this.#guest.userId;
  }

  /** Takes the seat. */
  take(): void {
    this.#page.listen({
      onMessage: (message) => {
        this.#work = this.#work.then(() => this.#do(() => this.#pass(message), { said: true }));
      },
      onClose: (code) => this.#leave(code),
    });
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
      if (userId === this.userId && !isOwn)
        this.#page.close(roomCloseCodes.takenOver, "opened somewhere else");
    } else if (news.kind === "presence" || news.kind === "booking") {
      await this.#showRoom();
    } else if (news.kind === "chat") {
      this.#send({ type: "chat", message: news.message });
    } else if (userId !== this.userId) {
      this.#send({ type: "signal", signal: news.signal });
    }
  }

  startAfresh(): void {
    this.#page.callBack();
  }

  async #enter(): Promise<void> {
    const room = await enterRoom(this.#deps, this.#guest, this.#bookingId);
    // Closed again by now: it must not push out the page that came after it.
    if (!this.#page.isOpen) return;
    await this.#tell({ kind: "takeover" });
    this.#send({ type: "welcome", room, chat: await selectMessages(this.#deps.database, this.#bookingId) });
    await this.#tell({ kind: "presence" });
  }

  async #pass(message: Exclude<ClientMessage, { type: "ping" }>): Promise<void> {
    if (message.type === "signal") return await this.#tell({ kind: "signal", signal: message.signal });
    if (message.type !== "chat") return await this.#pad.take(message);
    const { id, body } = message;
    const sentAt = this.#deps.clock.now();
    const written = { id, body, sentAt, bookingId: this.#bookingId, senderId: this.userId };
    const kept = await keepMessage(this.#deps.database, written);
    if (kept === null) return this.#page.close(roomCloseCodes.badMessage, "this message is somebody else's");
    await this.#tell({ kind: "chat", message: kept });
  }

  /** Every few seconds: whether this person may still be here, and is; and the room as it is now. */
  async #lookAround(): Promise<void> {
    if (!(await this.#page.isStanding())) return;
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
    this.#page.send(message);
  }

  /** What was `said` counts also when its page has closed the line since; what only looks after the page does not. */
  async #do(step: () => Promise<void>, { said = false } = {}): Promise<void> {
    const { isShut, isOpen } = this.#page;
    if (!isShut && (isOpen || said)) await this.#page.attempt(step);
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
