import type { PadLanguage, PadServerMessage } from "@greenroom/contract/room/code-pad.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room-messages.ts";
import { createStore } from "zustand/vanilla";
import type { PadListener } from "../../connection/room-client.ts";
import { PadDocument } from "./pad-document.ts";
import { PadRunning } from "./pad-running.ts";
import { PadRuns } from "./pad-runs.ts";

interface PadClientOptions {
  send(message: RoomClientMessage): boolean;
  nameOf(personId: string): string;
  /**
   * The room refused an update, because the pad would be too long or is read-only. The document here must be created
   * again.
   */
  onRefused(reason: "too-long" | "read-only"): void;
}

interface PadState {
  language: PadLanguage;
  /** True while only the interviewer can change the pad. */
  isReadOnly: boolean;
}

/** The pad's part of the room in this page: text, cursors, language and runs. */
export class PadClient implements PadListener {
  readonly document: PadDocument;
  readonly runs: PadRuns;
  readonly running: PadRunning;
  readonly #options: PadClientOptions;
  readonly store = createStore<PadState>(() => ({ language: "python", isReadOnly: false }));

  constructor(options: PadClientOptions) {
    this.#options = options;
    this.document = new PadDocument(options);
    this.runs = new PadRuns(options.send);
    this.running = new PadRunning(options.send);
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#options.send({ type: "code-read-only", isReadOnly });
  }

  chooseLanguage(language: PadLanguage): void {
    this.store.setState({ language });
    this.#options.send({ type: "code-language", language });
  }

  onConnected(): void {
    this.running.onConnected();
    this.document.sync();
    this.runs.resend();
  }

  onMessageRefused(): void {
    this.runs.dropUnacknowledged();
  }

  close(): void {
    this.running.close();
    this.document.close();
  }

  receive(message: PadServerMessage): void {
    if (message.type === "code-refused") this.#options.onRefused(message.reason);
    else if (message.type === "cursor") this.document.cursors.receive(message);
    else if (message.type === "run") this.runs.receive(message.run);
    else if (message.type === "running") this.running.receive(message);
    else if (message.type === "code-read-only") this.store.setState({ isReadOnly: message.isReadOnly });
    else if (message.type === "code-language") this.store.setState({ language: message.language });
    else {
      if (message.type === "code-sync") {
        this.store.setState({ language: message.language, isReadOnly: message.isReadOnly });
        this.running.onSync();
        if (message.lastRun) this.runs.receive(message.lastRun);
      }
      this.document.receive(message);
    }
  }
}
