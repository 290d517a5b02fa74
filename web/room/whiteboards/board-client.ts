import type { RoomClientMessage } from "@greenroom/contract/room/room.ts";
import {
  type BoardElement,
  type BoardPointer,
  type BoardServerMessage,
  boardElementSchema,
  canDrawBoard,
  maxBoardElementCharacters,
  maxBoardMessageBytes,
} from "@greenroom/contract/room/whiteboard.ts";
import { Throttle } from "../connection/room-connection.ts";

/** While a stroke is drawn, it is sent this often at most, in milliseconds. */
const elementsIntervalMilliseconds = 100;
const pointerIntervalMilliseconds = 60;
/** After so many sockets that the room closed because of a message, the page shows the stored board again. */
const maxRefusals = 2;

/**
 * The fields that Excalidraw and the contract have in common. They show which of two states of an element is
 * newer.
 */
export interface VersionedElement {
  readonly id: string;
  readonly version: number;
  readonly versionNonce: number;
  readonly isDeleted?: boolean;
}

type ReplaceReason = "full" | "large" | "refused";

interface BoardClientOptions {
  /** False when the socket is not open. */
  send(message: RoomClientMessage): boolean;
  /**
   * Called with elements of the other participant or of the stored board, to be merged into the shown ones. Returns all
   * elements that the page shows then.
   */
  onElements(elements: BoardElement[]): readonly VersionedElement[];
  /**
   * Called with the stored board, which replaces the shown one, because our last change did not fit, or because the room
   * does not accept it. Returns all elements that the page shows then.
   */
  onReplaced(elements: BoardElement[], reason: ReplaceReason): readonly VersionedElement[];
  /**
   * Called instead of either with true for a board that would take the page too long to draw. Nothing of the drawing is
   * sent then. Called with false once it is small enough, by `clear` or by the other participant.
   */
  onTooLarge(isTooLarge: boolean): void;
  onPointer(senderId: string, pointer: BoardPointer | null): void;
  /**
   * Called with the ids of new elements of this page that a board does not accept: pictures, frames, embedded pages,
   * and elements that are too long.
   */
  onUnsupported(ids: string[]): void;
}

/**
 * The board's part of the room's socket in this page: sends the changes of this page, and passes on those of
 * others.
 */
export class BoardClient {
  readonly #options: BoardClientOptions;
  readonly #throttledSend = new Throttle(elementsIntervalMilliseconds, () => this.#sendChanges());
  readonly #throttledPointer = new Throttle(pointerIntervalMilliseconds, () => this.#sendPointer());
  /** The states that the server has, as far as this page knows. */
  readonly #known = new Map<string, VersionedElement>();
  /** The states that the drawing made of received elements, such as one with another place in drawing order. */
  readonly #merged = new Map<string, VersionedElement>();
  /** Whether elements were sent over this connection. */
  #hasSent = false;
  #refusals = 0;
  /** After a refusal, states that the drawing made by itself are not sent: a full board would refuse them for ever. */
  #isFull = false;
  #shown: readonly VersionedElement[] = [];
  #pointer: BoardPointer | null = null;
  #received: BoardElement[] = [];
  /** The stored board while it is too large to draw, by id. */
  #tooLarge: Map<string, BoardElement> | null = null;
  #isSynced = false;
  #replaceReason: ReplaceReason | null = null;

  constructor(options: BoardClientOptions) {
    this.#options = options;
  }

  /** The socket is open, or open again. */
  onConnected(): void {
    this.#isSynced = false;
    this.#received = [];
    this.#hasSent = false;
    this.#options.send({ type: "board-sync" });
  }

  /** The server closed the socket because of a message of this page: maybe one of these, maybe not of the board. */
  onMessageRefused(): void {
    if (!this.#hasSent) return;
    this.#refusals += 1;
    if (this.#refusals < maxRefusals) return;
    this.#refusals = 0;
    this.#replaceReason = "refused";
  }

  /** Takes all elements that the page shows, deleted ones too. */
  update(elements: readonly VersionedElement[]): void {
    this.#shown = elements;
    this.#throttledSend.schedule();
  }

  movePointer(pointer: BoardPointer | null): void {
    this.#pointer = pointer;
    this.#throttledPointer.schedule();
  }

  receive(message: BoardServerMessage): void {
    if (message.type === "board-pointer") this.#options.onPointer(message.senderId, message.pointer);
    else if (message.type === "board-refused") {
      this.#isFull = true;
      this.#replace(message.reason);
    } else if (message.type === "board" && this.#tooLarge !== null) {
      for (const element of message.elements) this.#tooLarge.set(element.id, element);
      this.#setTooLarge(this.#tooLarge);
    } else if (message.type === "board") {
      this.#noteKnown(message.elements);
      this.#noteMerged(this.#options.onElements(message.elements));
    } else this.#collect(message);
  }

  close(): void {
    this.#throttledSend.flush();
    this.movePointer(null);
    this.#throttledPointer.flush();
  }

  /** Deletes everything on a board that is too large to draw. Returns false when the socket is not open. */
  clear(): boolean {
    const stored = [...(this.#tooLarge?.values() ?? [])].filter(({ isDeleted }) => !isDeleted);
    const deleted = stored.map((element) => ({ ...element, isDeleted: true, version: element.version + 1 }));
    if (!this.#sendElements(deleted)) return false;
    this.#setTooLarge(new Map());
    return true;
  }

  #setTooLarge(board: Map<string, BoardElement>): void {
    const isTooLarge = !canDrawBoard([...board.values()]);
    if (isTooLarge !== (this.#tooLarge !== null)) this.#options.onTooLarge(isTooLarge);
    this.#tooLarge = isTooLarge ? board : null;
  }

  #collect({ elements, more }: Extract<BoardServerMessage, { type: "board-sync" }>): void {
    this.#received.push(...elements);
    if (more) return;
    const all = this.#received;
    this.#received = [];
    this.#setTooLarge(new Map(all.map((element) => [element.id, element])));
    if (this.#tooLarge !== null) return;
    this.#isSynced = true;
    this.#known.clear();
    this.#noteKnown(all);
    if (this.#replaceReason !== null) {
      const reason = this.#replaceReason;
      this.#replaceReason = null;
      this.#shown = all;
      this.#noteMerged(this.#options.onReplaced(all, reason));
    } else {
      this.#noteMerged(this.#options.onElements(all));
      // Sends the changes that were drawn while the socket was closed.
      this.#throttledSend.schedule();
    }
  }

  #replace(reason: ReplaceReason): void {
    this.#replaceReason = reason;
    this.onConnected();
  }

  #noteKnown(elements: readonly VersionedElement[]): void {
    for (const { id, version, versionNonce } of elements) {
      const element = { id, version, versionNonce };
      if (isNewer(element, this.#known.get(id))) this.#known.set(id, element);
    }
  }

  #noteMerged(shown: readonly VersionedElement[]): void {
    for (const { id, version, versionNonce } of shown) {
      const element = { id, version, versionNonce };
      if (isNewer(element, this.#known.get(id))) this.#merged.set(id, element);
      else this.#merged.delete(id);
    }
  }

  #sendChanges(): void {
    if (!this.#isSynced) return;
    const unsupported: string[] = [];
    let isRefused = false;
    const changed: BoardElement[] = [];
    for (const shown of this.#shown) {
      if (!isNewer(shown, this.#known.get(shown.id))) continue;
      // The room has forgotten it, or never had it.
      if (shown.isDeleted && !this.#known.has(shown.id)) continue;
      if (this.#isFull && !isNewer(shown, this.#merged.get(shown.id))) continue;
      const { data: element } = boardElementSchema.safeParse(shown);
      const json = JSON.stringify(element ?? null);
      if (element === undefined || json.length > maxBoardElementCharacters) {
        if (!this.#known.has(shown.id)) unsupported.push(shown.id);
        // A state that this person did not cause must not interrupt their drawing.
        else if (isNewer(shown, this.#merged.get(shown.id))) isRefused = true;
        continue;
      }
      changed.push(element);
    }
    if (!this.#sendElements(changed)) return;
    if (unsupported.length > 0) this.#options.onUnsupported(unsupported);
    if (isRefused) this.#replace("refused");
  }

  /** Sends elements in messages that a socket takes. Returns false when it is not open. */
  #sendElements(elements: readonly BoardElement[]): boolean {
    let batch: BoardElement[] = [];
    let bytes = 0;
    const flush = (): boolean => {
      if (batch.length === 0) return true;
      if (!this.#options.send({ type: "board", elements: batch })) return false;
      this.#noteKnown(batch);
      this.#hasSent = true;
      batch = [];
      bytes = 0;
      return true;
    };
    for (const element of elements) {
      const size = new TextEncoder().encode(JSON.stringify(element)).length;
      if (bytes + size > maxBoardMessageBytes && !flush()) return false;
      batch.push(element);
      bytes += size;
    }
    return flush();
  }

  #sendPointer(): void {
    if (this.#isSynced) this.#options.send({ type: "board-pointer", pointer: this.#pointer });
  }
}

/** Whether the first state of an element replaces the second: the rule of the contract. */
function isNewer(element: VersionedElement, than: VersionedElement | undefined): boolean {
  if (than === undefined || element.version !== than.version)
    return than === undefined || element.version > than.version;
  return element.versionNonce < than.versionNonce;
}
