import {
  type IceServer,
  type Room,
  type RoomClientMessage,
  type RoomServerMessage,
  roomCloseCodes,
} from "@greenroom/contract/room/room.ts";
import { ApiError, call, isUnauthorized, startRequestTimeout } from "../../api/client.ts";

/**
 * lost: it reconnects automatically. The last three are final: nothing happens until `open` is called again.
 */
export type RoomConnectionState = "connecting" | "open" | "lost" | "taken-over" | "signed-out" | "refused";

export interface RoomConnectionListener {
  onState(state: RoomConnectionState): void;
  onMessage(message: RoomServerMessage): void;
  onIceServers(servers: IceServer[]): void;
  /** The server closed the socket because of a message that this page sent over it. */
  onMessageRefused(): void;
}

const pingIntervalMilliseconds = 2_000;
/** After this long without a message, the connection counts as lost, whatever the browser says. */
const idleTimeoutMilliseconds = 5_000;
const minRetryMilliseconds = 250;
/** Short, so that a page is back soon after its network. */
const maxRetryMilliseconds = 1_500;
/** An attempt from before the network was back may wait long for its packets; a fresh one gets through sooner. */
const ticketTimeoutMilliseconds = 5_000;
/**
 * A connection that ends sooner counts as a failed attempt, so that a page which is closed again and again does not use
 * up the tickets of its user.
 */
const stableMilliseconds = 10_000;

/** After these, the same message would close the next socket too. RFC 6455: 1007 is no UTF-8, 1009 is too long. */
const refusalCodes: readonly number[] = [roomCloseCodes.invalidMessage, 1007, 1009];

const endStates: Record<number, RoomConnectionState> = {
  [roomCloseCodes.takenOver]: "taken-over",
  [roomCloseCodes.sessionEnded]: "signed-out",
  [roomCloseCodes.roomClosed]: "refused",
};

/** The page's socket to its room. Each connection has its own ticket, and a lost one is opened again. */
export class RoomConnection {
  readonly #bookingId: string;
  readonly #listener: RoomConnectionListener;
  #socket: WebSocket | null = null;
  #isWanted = false;
  #attempt = 0;
  /** The attempts since the last stable connection. */
  #failures = 0;
  #welcomedAt: number | null = null;
  #lastReceivedAt = 0;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(bookingId: string, listener: RoomConnectionListener) {
    this.#bookingId = bookingId;
    this.#listener = listener;
  }

  open(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#failures = 0;
    window.addEventListener("online", this.#reconnectNow);
    this.#listener.onState("connecting");
    void this.#connect();
  }

  /** Leaves, so that the room knows at once. */
  close(): void {
    this.#stop();
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** False when the socket is not open. */
  send(message: RoomClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  readonly #reconnectNow = (): void => {
    if (this.#socket !== null) return;
    clearTimeout(this.#retryTimer);
    void this.#connect();
  };

  #stop(): void {
    this.#isWanted = false;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#retryTimer);
    window.removeEventListener("online", this.#reconnectNow);
  }

  #end(state: RoomConnectionState): void {
    this.#stop();
    this.#listener.onState(state);
  }

  async #connect(): Promise<void> {
    let ticket: string;
    const attempt = ++this.#attempt;
    const timeout = startRequestTimeout(ticketTimeoutMilliseconds);
    try {
      const { signal } = timeout;
      const answer = await call("POST /api/rooms/:id/ticket", { params: { id: this.#bookingId }, signal });
      if (!this.#isWanted || attempt !== this.#attempt) return;
      this.#listener.onIceServers(answer.iceServers);
      ticket = answer.ticket;
    } catch (error) {
      if (!this.#isWanted || attempt !== this.#attempt) return;
      if (isUnauthorized(error)) this.#end("signed-out");
      else if (isRoomRefusal(error)) this.#end("refused");
      else this.#scheduleReconnect();
      return;
    } finally {
      timeout.clear();
    }
    this.#attachSocket(new WebSocket(this.#url(ticket)));
  }

  #attachSocket(socket: WebSocket): void {
    this.#socket = socket;
    this.#welcomedAt = null;
    this.#lastReceivedAt = Date.now();
    clearInterval(this.#pingTimer);
    this.#pingTimer = setInterval(() => this.#checkIdle(socket), pingIntervalMilliseconds);
    socket.onmessage = ({ data }) => {
      this.#lastReceivedAt = Date.now();
      const message = JSON.parse(String(data)) as RoomServerMessage;
      if (message.type === "welcome") {
        this.#welcomedAt ??= Date.now();
        this.#listener.onState("open");
      }
      this.#listener.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket && refusalCodes.includes(code)) this.#listener.onMessageRefused();
      this.#handleClose(socket, endStates[code]);
    };
  }

  #checkIdle(socket: WebSocket): void {
    if (Date.now() - this.#lastReceivedAt < idleTimeoutMilliseconds) this.send({ type: "ping" });
    // A socket on a dead network may take minutes to close, so we do not wait for it.
    else this.#handleClose(socket, undefined);
  }

  #handleClose(socket: WebSocket, ending: RoomConnectionState | undefined): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearInterval(this.#pingTimer);
    if (socket.readyState !== WebSocket.CLOSED) socket.close();
    if (!this.#isWanted) return;
    if (this.#welcomedAt !== null && Date.now() - this.#welcomedAt >= stableMilliseconds) this.#failures = 0;
    if (ending === undefined) this.#scheduleReconnect();
    else this.#end(ending);
  }

  #scheduleReconnect(): void {
    this.#listener.onState("lost");
    const wait = Math.min(maxRetryMilliseconds, minRetryMilliseconds * 2 ** Math.min(this.#failures, 8));
    this.#failures += 1;
    // With jitter, so that not all pages reconnect at once when a server restarts.
    this.#retryTimer = setTimeout(() => void this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #url(ticket: string): string {
    const url = new URL(`/api/rooms/${encodeURIComponent(this.#bookingId)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("ticket", ticket);
    return url.href;
  }
}

/** The room as the server last sent it. */
export interface RoomSnapshot {
  room: Room;
  /** How far the server's clock is ahead of this machine's, in milliseconds. */
  clockOffset: number;
}

/** With a smaller difference, the known clock stays, so that the display does not jitter with the network. */
const clockToleranceMilliseconds = 1_000;

export function takeSnapshot(room: Room, last: RoomSnapshot | null): RoomSnapshot {
  const clockOffset = Date.parse(room.now) - Date.now();
  const isKnown = last !== null && Math.abs(last.clockOffset - clockOffset) < clockToleranceMilliseconds;
  return { room, clockOffset: isKnown ? last.clockOffset : clockOffset };
}

export function serverNow({ clockOffset }: RoomSnapshot, localNow: Date): Date {
  return new Date(localNow.getTime() + clockOffset);
}

/** True when this user may not enter the room (any more); any other error may be temporary. */
export function isRoomRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 404, 409].includes(error.status);
}

/** Calls `send` at once after a quiet period, otherwise `interval` milliseconds after the previous send. */
export class Throttle {
  readonly #send: () => void;
  readonly #interval: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(interval: number, send: () => void) {
    this.#interval = interval;
    this.#send = send;
  }

  schedule(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#sentAt + this.#interval - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(this.flush, wait);
  }

  readonly flush = (): void => {
    this.cancel();
    this.#sentAt = performance.now();
    this.#send();
  };

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
