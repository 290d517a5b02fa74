import type { PadServerMessage } from "@greenroom/contract/room/code-pad.ts";
import {
  maxRunningMilliseconds,
  type RunInProgress,
  runningExpiryMilliseconds,
  runningRepeatMilliseconds,
} from "@greenroom/contract/room/pad-runs.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room-messages.ts";
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
  /** When the other page's messages began that followed each other without a pause, and when the last one came. */
  #otherSince = Number.NEGATIVE_INFINITY;
  #otherLastAt = Number.NEGATIVE_INFINITY;
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
    this.#clearOther();
  }

  onSync(): void {
    if (this.#own !== null) this.#sendOwn();
  }

  receive({ senderId, running }: Extract<PadServerMessage, { type: "running" }>): void {
    // A page that ends and begins again at once is still the one that has run for so long.
    if (Date.now() > this.#otherLastAt + runningExpiryMilliseconds) this.#otherSince = Date.now();
    this.#otherLastAt = Date.now();
    if (running === null) {
      this.#clearOther();
      return;
    }
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

  #clearOther(): void {
    clearTimeout(this.#expiryTimer);
    this.store.setState({ other: null });
  }

  #sendOwn(): void {
    this.#send({ type: "running", running: this.#own });
  }
}
