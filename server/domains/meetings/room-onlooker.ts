import { randomUUID } from "node:crypto";
import type { WebSocket } from "@fastify/websocket";
import { roomCloseCodes, type ServerMessage } from "@greenroom/contract/room-messages.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { findGuest } from "./find-guest.ts";
import { getRoom } from "./get-room.ts";
import { readMessage } from "./read-message.ts";
import type { RoomHub, Seat } from "./room-hub.ts";
import type { Envelope } from "./room-relay.ts";
import { seatBeatSeconds, socketPace } from "./rules.ts";
import { TokenBucket } from "./token-bucket.ts";

/** RFC 6455: what a server says that wants the page back, and one that failed. */
const [comeBack, brokenHere] = [1012, 1011];

interface OnlookerInput {
  deps: Deps;
  hub: RoomHub;
  socket: WebSocket;
  guest: Actor;
  bookingId: string;
}

/** One person's socket at the door of a room: it is told who comes and goes and how it ends, and is not in it. */
export class RoomOnlooker implements Seat {
  readonly id = randomUUID();
  readonly #deps: Deps;
  readonly #hub: RoomHub;
  readonly #socket: WebSocket;
  readonly #guest: Actor;
  readonly #bookingId: string;
  readonly #pace = new TokenBucket(socketPace);
  #beat: NodeJS.Timeout | undefined;
  #isAlive = true;

  constructor({ deps, hub, socket, guest, bookingId }: OnlookerInput) {
    this.#deps = deps;
    this.#hub = hub;
    this.#socket = socket;
    this.#guest = guest;
    this.#bookingId = bookingId;
  }

  get userId(): string {
    return this.#guest.userId;
  }

  /** Begins to look. Nothing is awaited before the listeners stand, so that no news is missed. */
  take(): void {
    this.#socket.on("message", (data, isBinary) => this.#receive(data.toString(), isBinary));
    this.#socket.on("pong", () => {
      this.#isAlive = true;
    });
    this.#socket.on("close", () => {
      clearInterval(this.#beat);
      this.#hub.unseat(this.#bookingId, this);
      this.#hub.tidy(this.#bookingId);
    });
    this.#socket.on("error", (error) =>
      this.#deps.log.info({ error: error.message }, "the socket at a room's door failed"),
    );
    this.#hub.seat(this.#bookingId, this);
    this.#beat = setInterval(() => void this.#checkStanding(), seatBeatSeconds * 1000);
    void this.#show();
  }

  async hear({ news }: Envelope): Promise<void> {
    if (news.kind === "presence" || news.kind === "booking") await this.#show();
  }

  hearPad(): void {
    // What is typed is for those who are in the room.
  }

  startAfresh(): void {
    this.#socket.close(comeBack, "please come back");
  }

  #receive(text: string, isBinary: boolean): void {
    const message = isBinary ? null : readMessage(text);
    if (!this.#pace.take()) this.#socket.close(roomCloseCodes.tooFast, "too many messages");
    else if (message?.type === "ping") this.#send({ type: "pong" });
    else this.#socket.close(roomCloseCodes.badMessage, "not a message for the door");
  }

  async #show(): Promise<void> {
    await this.#do(async () => {
      const room = await getRoom(this.#deps, this.#guest, this.#bookingId);
      // What was said in the room is for those who are in it.
      this.#send({ type: "welcome", room, chat: [] });
    });
  }

  async #checkStanding(): Promise<void> {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping();
    await this.#do(async () => {
      if ((await findGuest(this.#deps, this.#guest.sessionId)) === null) {
        return this.#socket.close(roomCloseCodes.sessionEnded, "please sign in again");
      }
      await getRoom(this.#deps, this.#guest, this.#bookingId);
    });
  }

  #send(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #do(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (error instanceof AppError && ["conflict", "not_found"].includes(error.code)) {
        return this.#socket.close(roomCloseCodes.roomClosed, error.message);
      }
      this.#deps.log.error({ err: error, bookingId: this.#bookingId }, "the socket at a room's door failed");
      this.#socket.close(brokenHere, "please come back");
    }
  }
}
