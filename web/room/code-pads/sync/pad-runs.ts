import type { PadRun } from "@greenroom/contract/room/code-pad.ts";
import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room-messages.ts";
import { createStore } from "zustand/vanilla";
import { truncateRun } from "./truncate-run.ts";

/** Sends runs to the room until it has them, and keeps the newest run from the room. */
export class PadRuns {
  readonly #send: (message: RoomClientMessage) => boolean;
  /** The newest run that was not made by this page. */
  readonly store = createStore<{ newestRun: PadRun | null }>(() => ({ newestRun: null }));
  readonly #ownRunIds = new Set<string>();
  #unacknowledged: Extract<RoomClientMessage, { type: "run" }>[] = [];

  constructor(send: (message: RoomClientMessage) => boolean) {
    this.#send = send;
  }

  sendResult(run: PadRunResult): void {
    const message = { type: "run" as const, id: crypto.randomUUID(), run: truncateRun(run) };
    this.#ownRunIds.add(message.id);
    this.#unacknowledged.push(message);
    this.#send(message);
  }

  /** Called when the connection reopens. */
  resend(): void {
    for (const message of this.#unacknowledged) this.#send(message);
  }

  /** Any of them may be a message that the room refuses, and would refuse again after each reconnect. */
  dropUnacknowledged(): void {
    if (this.#unacknowledged.length > 0) console.warn("The room may not have taken the last run");
    this.#unacknowledged = [];
  }

  receive(run: PadRun): void {
    this.#unacknowledged = this.#unacknowledged.filter(({ id }) => id !== run.id);
    if (this.#ownRunIds.has(run.id) || run.id === this.store.getState().newestRun?.id) return;
    this.store.setState({ newestRun: run });
  }
}
