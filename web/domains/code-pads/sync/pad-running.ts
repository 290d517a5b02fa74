import type { PadServerMessage } from "@greenroom/contract/rooms/code-pad.ts";
import {
  maxRunningMilliseconds,
  type RunInProgress,
  runningExpiryMilliseconds,
  runningRepeatMilliseconds,
} from "@greenroom/contract/rooms/pad-runs.ts";
import type { RoomClientMessage } from "@greenroom/contract/rooms/room-messages.ts";
import { createStore } from "zustand/vanilla";

/** A run in progress in the other participant's page. */
export interface OtherRunning extends RunInProgress {
  senderId: string;
}

/** Tells the room about this page's run in progress, and keeps that of the other page. */
export class PadRunning {
  readonly store = createStore<{ other: OtherRunning | null }>(() => ({ other: null }));
  readonly #send: (message: RoomClientMessage) => boolean;
  #own: RunInProgress | null = null;
  /** A server of the version before would close the socket because of the message. */
  #isUnderstood = false;
  /** When the other page's run began; only its end, or a reconnect, lets another one begin. */
  #otherSince: number | null = null;
  #repeatTimer: ReturnType<typeof setInterval> | undefined;
  #expiryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (message: RoomClientMessage) => boolean) {
    this.#send = send;
  }

  /** Null when no run is in progress in this page. */
  readonly setOwn = (running: RunInProgress | null): void => {
    clearInterval(this.#repeatTimer);
    this.#own = running;
    this.#sendOwn();
    if (running !== null) this.#repeatTimer = setInterval(() => this.#sendOwn(), runningRepeatMilliseconds);
  };

  /** The socket is open, maybe to another server, and its end of the other page's run may have been missed. */
  onConnected(): void {
    this.#isUnderstood = false;
    this.#setOther(null);
  }

  onSync({ tellsRunning = false }: { tellsRunning?: boolean }): void {
    this.#isUnderstood = tellsRunning;
    this.#sendOwn();
  }

  receive({ senderId, running }: Extract<PadServerMessage, { type: "running" }>): void {
    if (running === null) {
      this.#setOther(null);
      return;
    }
    this.#otherSince ??= Date.now();
    const left = this.#otherSince + maxRunningMilliseconds - Date.now();
    this.store.setState({ other: left > 0 ? { ...running, senderId } : null });
    clearTimeout(this.#expiryTimer);
    this.#expiryTimer = setTimeout(
      () => this.store.setState({ other: null }),
      Math.max(0, Math.min(left, runningExpiryMilliseconds)),
    );
  }

  close(): void {
    if (this.#own !== null) this.setOwn(null);
    clearTimeout(this.#expiryTimer);
  }

  #setOther(other: null): void {
    clearTimeout(this.#expiryTimer);
    this.#otherSince = null;
    this.store.setState({ other });
  }

  #sendOwn(): void {
    if (this.#isUnderstood) this.#send({ type: "running", running: this.#own });
  }
}
