import {
  maxPadChunkCharacters,
  type PadServerMessage,
  padTextName,
} from "@greenroom/contract/room/code-pad.ts";
import type { RoomClientMessage } from "@greenroom/contract/room/room.ts";
import * as Y from "yjs";
import { createStore } from "zustand/vanilla";
import { Throttle } from "../connection/room-connection.ts";
import { PadCursors } from "./pad-cursors.ts";

/** The first change is sent at once; later ones are batched at this interval, in milliseconds. */
const sendIntervalMilliseconds = 45;

/** False when there is no connection. */
type Send = (message: RoomClientMessage) => boolean;

interface PadDocumentState {
  content: string;
  /** True once the room's content has arrived, so that the user can type. */
  isLoaded: boolean;
}

/** The pad's document in this page, synchronized when the connection opens, then at each keystroke. */
export class PadDocument {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText(padTextName);
  readonly cursors: PadCursors;
  readonly #sendMessage: Send;
  readonly #throttledSend = new Throttle(sendIntervalMilliseconds, () => this.#sendUnsent());
  readonly store = createStore<PadDocumentState>(() => ({ content: "", isLoaded: false }));
  #unsent: Uint8Array[] = [];
  /** False until the room has replied. The answer to that reply contains everything typed before. */
  #isSynced = false;

  constructor(send: Send) {
    this.#sendMessage = send;
    this.cursors = new PadCursors(this.doc.clientID, send);
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      this.store.setState({ content: this.text.toString() });
      if (origin === this || !this.#isSynced) return;
      this.#unsent.push(update);
      this.#throttledSend.schedule();
    });
  }

  /** Replaces the whole text, as one change that can be undone here. */
  replaceText(text: string): void {
    this.doc.transact(() => {
      this.text.delete(0, this.text.length);
      this.text.insert(0, text);
    });
  }

  /** Called when the connection opens or reopens. */
  sync(): void {
    this.#isSynced = false;
    this.#sendMessage({ type: "code-sync", vector: toBase64(Y.encodeStateVector(this.doc)) });
  }

  receive(message: Extract<PadServerMessage, { type: "code" | "code-sync" }>): void {
    Y.applyUpdate(this.doc, fromBase64(message.update), this);
    if (message.type === "code") return;
    this.#unsent = [Y.encodeStateAsUpdate(this.doc, fromBase64(message.vector))];
    this.#isSynced = true;
    this.#throttledSend.flush();
    this.cursors.sendNow();
    this.store.setState({ isLoaded: true });
  }

  close(): void {
    this.#throttledSend.flush();
    this.cursors.close();
    this.doc.destroy();
  }

  #sendUnsent(): void {
    if (!this.#isSynced || this.#unsent.length === 0) return;
    const update = this.#unsent.length === 1 ? (this.#unsent[0] as Uint8Array) : Y.mergeUpdates(this.#unsent);
    this.#unsent = [];
    // Two zero bytes mean that the room lacks nothing.
    if (update.length <= 2) return;
    const encoded = toBase64(update);
    for (let at = 0; at < encoded.length; at += maxPadChunkCharacters) {
      const end = at + maxPadChunkCharacters;
      // If the connection is lost, the next reply to "code-sync" shows which updates did not arrive.
      if (!this.#sendMessage({ type: "code", update: encoded.slice(at, end), more: end < encoded.length }))
        return;
    }
  }
}

/** Encodes bytes for JSON. Works in pieces, because a call can take only a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
