import type { RoomServerMessage } from "@greenroom/contract/rooms/room-messages.ts";
import { roomCloseCodes } from "@greenroom/contract/rooms/room-messages.ts";
import {
  type BoardElement,
  type boardClientMessageSchemas,
  maxBoardBytes,
  maxBoardElementCharacters,
  maxBoardElements,
} from "@greenroom/contract/rooms/whiteboard.ts";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type BoardEvent, publishRoomEvent } from "../rooms/connections/room-events.ts";
import { measureBoard, selectElements, upsertElements, withShownWords } from "./board-store.ts";

export type BoardClientMessage = z.infer<(typeof boardClientMessageSchemas)[number]>;

/** The longest list of elements in one message to a page, as JSON in UTF-16 code units. */
const maxSyncCharacters = 200_000;
/** A page that ignores a refusal this often is closed. */
const maxRefusals = 5;

interface BoardConnectionInput {
  deps: Deps;
  bookingId: string;
  connectionId: string;
  userId: string;
  send(message: RoomServerMessage): void;
  close(code: number, reason: string): void;
}

/** The whiteboard's part of one participant's socket. */
export class BoardConnection {
  readonly #connection: BoardConnectionInput;
  #isPointing = false;
  #refusals = 0;

  constructor(connection: BoardConnectionInput) {
    this.#connection = connection;
  }

  async handleMessage(message: BoardClientMessage): Promise<void> {
    if (message.type === "board-sync") await this.#sendAll();
    else if (message.type === "board") await this.#store(message.elements);
    else {
      this.#isPointing = message.pointer !== null;
      await this.#publish({ kind: "board-pointer", pointer: message.pointer });
    }
  }

  /** Removes the participant's pointer from the other's screen. */
  async leave(): Promise<void> {
    if (this.#isPointing) await this.#publish({ kind: "board-pointer", pointer: null });
  }

  async #sendAll(): Promise<void> {
    const { deps, bookingId, send } = this.#connection;
    const pieces = splitElements(await selectElements(deps.database, bookingId));
    pieces.forEach((elements, index) => {
      send({ type: "board-sync", elements, more: index < pieces.length - 1 });
    });
  }

  async #store(received: BoardElement[]): Promise<void> {
    const { deps, bookingId, userId, send, close } = this.#connection;
    if (new Set(received.map(({ id }) => id)).size < received.length)
      return close(roomCloseCodes.invalidMessage, "one element twice in a message");
    const elements = received.map(withShownWords);
    const used = await measureBoard(deps.database, bookingId, elements);
    const isTooLong = elements.some((element) => JSON.stringify(element).length > maxBoardElementCharacters);
    if (isTooLong || used.count > maxBoardElements || used.bytes > maxBoardBytes) {
      this.#refusals += 1;
      if (this.#refusals > maxRefusals) return close(roomCloseCodes.invalidMessage, "the board is full");
      return send({ type: "board-refused" });
    }
    const change = { bookingId, authorId: userId, elements, now: deps.clock.now() };
    const winners = await upsertElements(deps.database, change);
    const stored = elements.filter(({ id }) => winners.has(id));
    if (stored.length > 0) await this.#publish({ kind: "board", elements: stored });
  }

  async #publish(event: BoardEvent): Promise<void> {
    const { deps, bookingId, connectionId, userId } = this.#connection;
    await publishRoomEvent(deps, bookingId, { connectionId, userId, event });
  }
}

/** At least one list, so that a page learns that an empty board is empty. */
function splitElements(elements: readonly BoardElement[]): BoardElement[][] {
  const pieces: BoardElement[][] = [[]];
  let characters = 0;
  for (const element of elements) {
    const { length } = JSON.stringify(element);
    if (characters > 0 && characters + length > maxSyncCharacters) {
      pieces.push([]);
      characters = 0;
    }
    pieces.at(-1)?.push(element);
    characters += length;
  }
  return pieces;
}
