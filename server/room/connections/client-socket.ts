import type { WebSocket } from "@fastify/websocket";
import {
  type RoomClientMessage,
  type RoomServerMessage,
  roomClientMessageSchema,
  roomCloseCodes,
} from "@greenroom/contract/room/room.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findSessionActor } from "../rooms.ts";
import { socketRateLimit } from "../rules.ts";
import type { RoomHub } from "./room-hub.ts";

/** Bytes waiting to be sent. Beyond this we assume that nobody reads the socket. */
const maxBufferedBytes = 2 * 1024 * 1024;
/** RFC 6455: 1012 asks the page to reconnect, 1011 reports a failure. */
const [serviceRestart, internalError] = [1012, 1011];

export interface ClientSocketInput {
  deps: Deps;
  hub: RoomHub;
  socket: WebSocket;
  actor: Actor;
  bookingId: string;
}

interface ClientSocketListener {
  /** Called for every message except pings, which are answered already. */
  onMessage(message: Exclude<RoomClientMessage, { type: "ping" }>): void;
  onClose(code: number): void;
}

/** One page's socket: parses messages, limits their rate, checks access, closes. */
export class ClientSocket {
  readonly #deps: Deps;
  readonly #socket: WebSocket;
  readonly #actor: Actor;
  readonly #bookingId: string;
  readonly #rateLimiter = new TokenBucket(socketRateLimit);
  #isAlive = true;
  #isClosing = false;

  constructor({ deps, socket, actor, bookingId }: Omit<ClientSocketInput, "hub">) {
    this.#deps = deps;
    this.#socket = socket;
    this.#actor = actor;
    this.#bookingId = bookingId;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** True once we have closed the socket. Later messages from the page are ignored. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Call this before awaiting anything, so that no message is missed. */
  listen({ onMessage, onClose }: ClientSocketListener): void {
    this.#socket.on("message", (data, isBinary) => {
      const message = isBinary ? null : parseMessage(data.toString());
      if (!this.#rateLimiter.take()) this.close(roomCloseCodes.rateLimited, "too many messages");
      else if (message === null) this.close(roomCloseCodes.invalidMessage, "not a valid room message");
      else if (message.type === "ping") this.send({ type: "pong" });
      else onMessage(message);
    });
    this.#socket.on("pong", () => {
      this.#isAlive = true;
    });
    this.#socket.on("close", onClose);
    // `ws` itself closes the socket with its own code if a frame is too long or not UTF-8.
    this.#socket.on("error", (error) =>
      this.#deps.log.info({ error: error.message }, "a room's socket failed"),
    );
  }

  send(message: RoomServerMessage): void {
    this.sendJson(JSON.stringify(message));
  }

  /** Sends a message that is JSON already. */
  sendJson(json: string): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(json);
  }

  close(code: number, reason: string): void {
    this.#isClosing = true;
    this.#socket.close(code, reason);
  }

  /** Makes the page reconnect and catch up, because it may have missed events. */
  requestReconnect(): void {
    this.close(serviceRestart, "please reconnect");
  }

  /** Every few seconds: closes the socket unless the page responds and its person is still signed in. */
  async checkStillValid(): Promise<boolean> {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return false;
    }
    this.#isAlive = false;
    this.#socket.ping();
    if ((await findSessionActor(this.#deps, this.#actor.sessionId)) !== null) return true;
    this.close(roomCloseCodes.sessionEnded, "please sign in again");
    return false;
  }

  /** Closes the socket if a step fails: for good without access to the room, otherwise to reconnect. */
  async runOrClose(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (error instanceof AppError && ["conflict", "not_found"].includes(error.code)) {
        return this.close(roomCloseCodes.roomClosed, error.message);
      }
      this.#deps.log.error({ err: error, bookingId: this.#bookingId }, "a room's socket failed");
      this.close(internalError, "please reconnect");
    }
  }
}

function parseMessage(text: string): RoomClientMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON. The caller closes the socket on null.
    return null;
  }
  return roomClientMessageSchema.safeParse(value).data ?? null;
}

/** Allows bursts of `burst` and `perSecond` on average. In memory, because it guards a single socket. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt = performance.now();

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  /** Returns false if no token is left. */
  take(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
