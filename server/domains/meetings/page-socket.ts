import type { WebSocket } from "@fastify/websocket";
import {
  type ClientMessage,
  clientMessageSchema,
  roomCloseCodes,
  type ServerMessage,
} from "@greenroom/contract/room-messages.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { findGuest } from "./find-guest.ts";
import { socketPace } from "./rules.ts";
import { TokenBucket } from "./token-bucket.ts";

/** A socket that has more than this waiting to go out is not read by anybody. In bytes. */
const mostUnsentBytes = 2 * 1024 * 1024;
/** RFC 6455: what a server says that wants its page back at once, and one that failed. */
const [comeBack, brokenHere] = [1012, 1011];

export interface PageSocketInput {
  deps: Deps;
  socket: WebSocket;
  guest: Actor;
  bookingId: string;
}

interface PageListener {
  /** Pings are answered already. */
  onMessage(message: Exclude<ClientMessage, { type: "ping" }>): void;
  onClose(code: number): void;
}

/** The socket of one page, in a room or at its door: what is said over it, how long it may stand, and why it ends. */
export class PageSocket {
  readonly #deps: Deps;
  readonly #socket: WebSocket;
  readonly #guest: Actor;
  readonly #bookingId: string;
  readonly #pace = new TokenBucket(socketPace);
  #isAlive = true;
  #isShut = false;

  constructor({ deps, socket, guest, bookingId }: PageSocketInput) {
    this.#deps = deps;
    this.#socket = socket;
    this.#guest = guest;
    this.#bookingId = bookingId;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Closed by us: nothing counts that the page said after. */
  get isShut(): boolean {
    return this.#isShut;
  }

  /** To be called before anything is awaited, so that no message is missed. */
  listen({ onMessage, onClose }: PageListener): void {
    this.#socket.on("message", (data, isBinary) => {
      const message = isBinary ? null : readMessage(data.toString());
      if (!this.#pace.take()) this.close(roomCloseCodes.tooFast, "too many messages");
      else if (message === null) this.close(roomCloseCodes.badMessage, "not a message of a room");
      else if (message.type === "ping") this.send({ type: "pong" });
      else onMessage(message);
    });
    this.#socket.on("pong", () => {
      this.#isAlive = true;
    });
    this.#socket.on("close", onClose);
    // What is not a frame of ours (too long, no UTF-8) closes this socket by itself, with its own code.
    this.#socket.on("error", (error) =>
      this.#deps.log.info({ error: error.message }, "a room's socket failed"),
    );
  }

  send(message: ServerMessage): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > mostUnsentBytes) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    this.#isShut = true;
    this.#socket.close(code, reason);
  }

  /** News were lost: the page is to come back and catch up. */
  callBack(): void {
    this.close(comeBack, "please come back");
  }

  /** To be asked every few seconds: whether the page still answers, and its person is still signed in. Closes it if not. */
  async isStanding(): Promise<boolean> {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return false;
    }
    this.#isAlive = false;
    this.#socket.ping();
    if ((await findGuest(this.#deps, this.#guest.sessionId)) !== null) return true;
    this.close(roomCloseCodes.sessionEnded, "please sign in again");
    return false;
  }

  /** Closes the socket when a step fails: for good when the room is not this person's any more, else to come back. */
  async attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (error instanceof AppError && ["conflict", "not_found"].includes(error.code)) {
        return this.close(roomCloseCodes.roomClosed, error.message);
      }
      this.#deps.log.error({ err: error, bookingId: this.#bookingId }, "a room's socket failed");
      this.close(brokenHere, "please come back");
    }
  }
}

function readMessage(text: string): ClientMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: said by the null, for which the caller closes.
    return null;
  }
  return clientMessageSchema.safeParse(value).data ?? null;
}
