import { type PadServerMessage, padPieceCharacters, padTextName } from "@greenroom/contract/code-pad.ts";
import type { ClientMessage } from "@greenroom/contract/room-messages.ts";
import * as Y from "yjs";
import { fromBase64, toBase64 } from "./base64.ts";
import { Paced } from "./paced.ts";
import { PadCursors } from "./pad-cursors.ts";

/** A stroke goes out at once; what follows it goes together, so often at most. In milliseconds. */
const pace = 45;

interface SharedCodeOptions {
  /** False when there is no line. */
  say(message: ClientMessage): boolean;
  nameOf(personId: string): string;
}

/** The pad's document in this page: synchronised with the room whenever the line opens, and stroke by stroke after. */
export class SharedCode {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText(padTextName);
  readonly cursors: PadCursors;
  readonly #say: SharedCodeOptions["say"];
  readonly #outgoing = new Paced(pace, () => this.#send());
  readonly #listeners = new Set<() => void>();
  #unsent: Uint8Array[] = [];
  /** What is typed before the room has answered goes with the answer to that. */
  #isSynced = false;
  #isLoaded = false;
  #words = "";

  constructor({ say, nameOf }: SharedCodeOptions) {
    this.#say = say;
    this.cursors = new PadCursors(this.doc, { say, nameOf });
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      this.#words = this.text.toString();
      for (const listener of this.#listeners) listener();
      if (origin === this || !this.#isSynced) return;
      this.#unsent.push(update);
      this.#outgoing.ask();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (): string => this.#words;
  /** What the room has was here once: there is something to type into. */
  readonly isLoaded = (): boolean => this.#isLoaded;

  /** The line is open, or open again. */
  sync(): void {
    this.#isSynced = false;
    this.#say({ type: "code-sync", vector: toBase64(Y.encodeStateVector(this.doc)) });
  }

  hear(message: Extract<PadServerMessage, { type: "code" | "code-sync" }>): void {
    Y.applyUpdate(this.doc, fromBase64(message.update), this);
    if (message.type === "code") return;
    this.#unsent = [Y.encodeStateAsUpdate(this.doc, fromBase64(message.vector))];
    this.#isSynced = true;
    this.#isLoaded = true;
    this.#outgoing.flush();
    this.cursors.greet();
    for (const listener of this.#listeners) listener();
  }

  close(): void {
    this.#outgoing.flush();
    this.cursors.close();
    this.doc.destroy();
  }

  #send(): void {
    if (!this.#isSynced || this.#unsent.length === 0) return;
    const update = this.#unsent.length === 1 ? (this.#unsent[0] as Uint8Array) : Y.mergeUpdates(this.#unsent);
    this.#unsent = [];
    // Two zero bytes: nothing that the room lacks.
    if (update.length <= 2) return;
    const encoded = toBase64(update);
    for (let at = 0; at < encoded.length; at += padPieceCharacters) {
      const end = at + padPieceCharacters;
      // When the line is gone, the next answer to "code-sync" shows what did not arrive.
      if (!this.#say({ type: "code", update: encoded.slice(at, end), more: end < encoded.length })) return;
    }
  }
}
