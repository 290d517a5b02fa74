import type { RoomClientMessage } from "@greenroom/contract/rooms/room-messages.ts";
import {
  type BoardElement,
  type BoardPointer,
  type BoardServerMessage,
  boardElementSchema,
  maxBoardElementCharacters,
  maxBoardMessageCharacters,
} from "@greenroom/contract/rooms/whiteboard.ts";
import { Throttle } from "../code-pads/sync/throttle.ts";

/** While a stroke is drawn, it is sent this often at most, in milliseconds. */
const elementsIntervalMilliseconds = 100;
const pointerIntervalMilliseconds = 60;

/**
 * The fields that Excalidraw and the contract have in common. They show which of two states of an element is
 * newer.
 */
export interface VersionedElement {
  readonly id: string;
  readonly version: number;
  readonly versionNonce: number;
}

interface BoardClientOptions {
  /** False when the socket is not open. */
  send(message: RoomClientMessage): boolean;
  /**
   * Called with elements of the other participant or of the stored board, to be merged into the shown ones.
   */
  onElements(elements: BoardElement[]): void;
  /** Called with the stored board, which replaces the shown one, because our last change did not fit. */
  onReplaced(elements: BoardElement[]): void;
  onPointer(senderId: string, pointer: BoardPointer | null): void;
  /**
   * Called with the ids of elements that a board does not accept: pictures, frames, embedded pages, and
   * elements that are too long.
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
  #shown: readonly VersionedElement[] = [];
  #pointer: BoardPointer | null = null;
  #received: BoardElement[] = [];
  #isSynced = false;
  #isReplacing = false;

  constructor(options: BoardClientOptions) {
    this.#options = options;
  }

  /** The socket is open, or open again. */
  onConnected(): void {
    this.#isSynced = false;
    this.#received = [];
    this.#options.send({ type: "board-sync" });
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
      this.#isReplacing = true;
      this.onConnected();
    } else if (message.type === "board") {
      this.#noteKnown(message.elements);
      this.#options.onElements(message.elements);
    } else this.#collect(message);
  }

  close(): void {
    this.#throttledSend.flush();
    this.movePointer(null);
    this.#throttledPointer.flush();
  }

  #collect({ elements, more }: Extract<BoardServerMessage, { type: "board-sync" }>): void {
    this.#received.push(...elements);
    if (more) return;
    const all = this.#received;
    this.#received = [];
    this.#isSynced = true;
    this.#known.clear();
    this.#noteKnown(all);
    if (this.#isReplacing) {
      this.#isReplacing = false;
      this.#shown = all;
      this.#options.onReplaced(all);
    } else {
      this.#options.onElements(all);
      // Sends the changes that were drawn while the socket was closed.
      this.#throttledSend.schedule();
    }
  }

  #noteKnown(elements: readonly VersionedElement[]): void {
    for (const { id, version, versionNonce } of elements) {
      const element = { id, version, versionNonce };
      if (isNewer(element, this.#known.get(id))) this.#known.set(id, element);
    }
  }

  #sendChanges(): void {
    if (!this.#isSynced) return;
    const unsupported: string[] = [];
    let batch: BoardElement[] = [];
    let characters = 0;
    const flush = (): boolean => {
      if (batch.length === 0) return true;
      if (!this.#options.send({ type: "board", elements: batch })) return false;
      this.#noteKnown(batch);
      batch = [];
      characters = 0;
      return true;
    };
    for (const shown of this.#shown) {
      if (!isNewer(shown, this.#known.get(shown.id))) continue;
      const { data: element } = boardElementSchema.safeParse(shown);
      const length = element === undefined ? 0 : JSON.stringify(element).length;
      if (element === undefined || length > maxBoardElementCharacters) {
        unsupported.push(shown.id);
        continue;
      }
      if (characters + length > maxBoardMessageCharacters && !flush()) return;
      batch.push(element);
      characters += length;
    }
    flush();
    if (unsupported.length > 0) this.#options.onUnsupported(unsupported);
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
