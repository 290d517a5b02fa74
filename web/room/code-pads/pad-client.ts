import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import type {
  PadLanguage,
  PadRun,
  PadRunResult,
  PadServerMessage,
  RunInProgress,
} from "@greenroom/contract/room/code-pad.ts";
import { runOutputCharacters } from "@greenroom/contract/room/pad-run-limits.ts";
import { maxRoomMessageBytes, type RoomClientMessage } from "@greenroom/contract/room/room.ts";
import { createStore } from "zustand/vanilla";
import type { WorkListener } from "../connection/room-client.ts";
import { PadDocument } from "./pad-document.ts";

interface PadClientOptions {
  send(message: RoomClientMessage): boolean;
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
export class PadClient implements WorkListener<PadServerMessage> {
  readonly document: PadDocument;
  readonly runs: PadRuns;
  readonly running: PadRunning;
  readonly #options: PadClientOptions;
  readonly store = createStore<PadState>(() => ({ language: "python", isReadOnly: false }));

  constructor(options: PadClientOptions) {
    this.#options = options;
    this.document = new PadDocument(options.send);
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
        this.running.sendOwn();
        if (message.lastRun) this.runs.receive(message.lastRun);
      }
      this.document.receive(message);
    }
  }
}

/** A run in progress in the other participant's page. */
export interface OtherRunning extends RunInProgress {
  senderId: string;
}

/** Tells the room about this page's run in progress, and keeps that of the other page. */
export class PadRunning {
  readonly store = createStore<{ other: OtherRunning | null }>(() => ({ other: null }));
  readonly #send: (message: RoomClientMessage) => boolean;
  #own: RunInProgress | null = null;

  constructor(send: (message: RoomClientMessage) => boolean) {
    this.#send = send;
  }

  /** Null when no run is in progress in this page. */
  readonly setOwn = (running: RunInProgress | null): void => {
    this.#own = running;
    this.sendOwn();
  };

  sendOwn(): void {
    this.#send({ type: "running", running: this.#own });
  }

  /** The socket is open, maybe to another server, and its end of the other page's run may have been missed. */
  onConnected(): void {
    this.store.setState({ other: null });
  }

  receive({ senderId, running }: Extract<PadServerMessage, { type: "running" }>): void {
    this.store.setState({ other: running && { ...running, senderId } });
  }

  close(): void {
    if (this.#own !== null) this.setOwn(null);
  }
}

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

/** The most bytes that the rest of the message takes. */
const envelopeBytes = 1_000;
const truncationNote = "\n… cut: too long to be shown to both";

/** Truncates a run to fit one message of the socket: a character can take several bytes. */
export function truncateRun(run: PadRunResult): PadRunResult {
  let output = run.output;
  const figureBytes = run.figures === undefined ? 0 : jsonBytes(run.figures);
  while (
    jsonBytes(output) + figureBytes > maxRoomMessageBytes - envelopeBytes ||
    output.length > runOutputCharacters
  ) {
    output = cutText(output, Math.floor(output.length * 0.8) - truncationNote.length) + truncationNote;
  }
  return { ...run, output };
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
