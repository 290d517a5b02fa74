import { type RoomServerMessage, roomCloseCodes } from "@greenroom/contract/room/room.ts";
import {
  type BoardElement,
  type boardClientMessageSchemas,
  maxBoardArea,
  maxBoardBytes,
  maxBoardElementCharacters,
  maxBoardElements,
  maxBoardPoints,
  maxBoardVersion,
  maxVersionStep,
} from "@greenroom/contract/room/whiteboard.ts";
import type { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import type { Database } from "../kernel/db/database.ts";
import type { Deps } from "../kernel/deps.ts";
import { JsonText } from "../kernel/http/bind.ts";
import { derivedId } from "../kernel/ids.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import {
  type BoardText,
  exhaustedVersion,
  forgetDeleted,
  measureBoard,
  renumberExhausted,
  type StoredElement,
  selectElements,
  selectShownJson,
  selectTexts,
  selectVersions,
  upsertElements,
  withShownWords,
} from "./board-store.ts";
import { TokenBucket } from "./connections/client-socket.ts";
import { type BoardEvent, publishRoomEvent } from "./connections/room-events.ts";

type BoardClientMessage = z.infer<(typeof boardClientMessageSchemas)[number]>;

/** The longest list of elements in one message to a page, as JSON in UTF-16 code units. */
const maxSyncCharacters = 200_000;
/** How often a page can load the whole board: as often as it reconnects. A board is up to a megabyte. */
const syncLimit = { burst: 3, perSecond: 1 / 3 };

interface BoardConnectionInput {
  deps: Deps;
  bookingId: string;
  connectionId: string;
  userId: string;
  send(message: RoomServerMessage): void;
  /** Sends a message that is JSON already. */
  sendJson(json: string): void;
  close(code: number, reason: string): void;
  /** Runs a task after the messages that have come, if the socket is open then. */
  runLater(task: () => Promise<void>): void;
}

/** The whiteboard's part of one participant's socket. */
export class BoardConnection {
  readonly #connection: BoardConnectionInput;
  #isPointing = false;
  readonly #syncBucket = new TokenBucket(syncLimit);
  /** Waits to send the board to a page that asked too often. One answer is enough for all its questions. */
  #delayedSync: NodeJS.Timeout | undefined;

  constructor(connection: BoardConnectionInput) {
    this.#connection = connection;
  }

  async handleMessage(message: BoardClientMessage): Promise<void> {
    if (message.type === "board-sync") await this.#sync();
    else if (message.type === "board") await this.#store(message.elements);
    else {
      this.#isPointing = message.pointer !== null;
      await this.#publish({ kind: "board-pointer", pointer: message.pointer });
    }
  }

  /** Removes the participant's pointer from the other's screen. */
  async leave(): Promise<void> {
    clearTimeout(this.#delayedSync);
    if (this.#isPointing) await this.#publish({ kind: "board-pointer", pointer: null });
  }

  async #sync(): Promise<void> {
    if (this.#delayedSync !== undefined) return;
    if (this.#syncBucket.take()) return await this.#sendAll();
    this.#delayedSync = setTimeout(() => {
      this.#delayedSync = undefined;
      this.#connection.runLater(() => this.#sendAll());
    }, 1000 / syncLimit.perSecond);
  }

  async #sendAll(): Promise<void> {
    const { deps, bookingId, sendJson } = this.#connection;
    const select = () => selectElements(deps.database, bookingId, { withDeleted: true });
    let stored = await select();
    if (stored.some(({ version }) => version >= exhaustedVersion)) {
      // The other page has a higher version of the element, and would take no lower one for a newer state.
      if (await renumberExhausted(deps.database, bookingId))
        await this.#publish({ kind: "board-renumbered" });
      stored = await select();
    }
    const pieces = splitElements(stored);
    pieces.forEach((elements, index) => {
      const more = index < pieces.length - 1;
      sendJson(`{"type":"board-sync","elements":[${elements.join(",")}],"more":${more}}`);
    });
  }

  async #store(received: BoardElement[]): Promise<void> {
    const { deps, bookingId, userId, send, close } = this.#connection;
    if (new Set(received.map(({ id }) => id)).size < received.length)
      return close(roomCloseCodes.invalidMessage, "one element twice in a message");
    const elements = received.map(withShownWords);
    const refusal = await this.#findRefusal(elements);
    if (refusal !== null) return send({ type: "board-refused", reason: refusal });
    const change = { bookingId, authorId: userId, elements, now: deps.clock.now() };
    const winners = await upsertElements(deps.database, change);
    const stored = elements.filter(({ id }) => winners.has(id));
    if (stored.length === 0) return;
    const states = stored.map(({ id, version, versionNonce }) => ({ id, version, versionNonce }));
    send({ type: "pong", storedElements: states });
    await this.#publish({ kind: "board", elements: stored });
  }

  async #findRefusal(elements: readonly BoardElement[]): Promise<"full" | "large" | "refused" | null> {
    const { deps, bookingId } = this.#connection;
    if (elements.some((element) => JSON.stringify(element).length > maxBoardElementCharacters)) return "full";
    const versions = await selectVersions(deps.database, bookingId, elements);
    const highest = (id: string) => Math.min(maxBoardVersion, (versions.get(id) ?? 0) + maxVersionStep);
    if (elements.some(({ id, version }) => version > highest(id))) return "refused";
    if (findExcess(await measureBoard(deps.database, bookingId, elements)) === null) return null;
    // Deleting takes no room, even on a board that has too much of it in use.
    if (elements.every(({ id, isDeleted }) => isDeleted && versions.has(id))) return null;
    await forgetDeleted(deps.database, bookingId);
    return findExcess(await measureBoard(deps.database, bookingId, elements));
  }

  async #publish(event: BoardEvent): Promise<void> {
    const { deps, bookingId, connectionId, userId } = this.#connection;
    await publishRoomEvent(deps, bookingId, { connectionId, userId, event });
  }
}

/** Whether a board would have too much on it, or too large things; null if neither. */
function findExcess({ count, bytes, area, points }: Awaited<ReturnType<typeof measureBoard>>) {
  if (count > maxBoardElements || bytes > maxBoardBytes) return "full";
  return area > maxBoardArea || points > maxBoardPoints ? "large" : null;
}

/** At least one list, so that a page learns that an empty board is empty. */
function splitElements(elements: readonly StoredElement[]): string[][] {
  const pieces: string[][] = [[]];
  let characters = 0;
  for (const { json } of elements) {
    if (characters > 0 && characters + json.length > maxSyncCharacters) {
      pieces.push([]);
      characters = 0;
    }
    pieces.at(-1)?.push(json);
    characters += json.length;
  }
  return pieces;
}

/**
 * The board of one of the actor's interviews, without deleted elements. Throws `not_found` for other people's
 * interviews.
 */
export async function readBoard(deps: Deps, actor: Actor, bookingId: string): Promise<JsonText> {
  await getOwnBooking(deps.database, actor, bookingId);
  return new JsonText(`{"elements":[${await selectShownJson(deps.database, bookingId)}]}`);
}

/** The texts on a board, for the interview's record. Each id stays the same for as long as the element exists. */
export async function listBoardTexts(database: Database, bookingId: string): Promise<BoardText[]> {
  const texts = await selectTexts(database, bookingId);
  return texts.map((text) => ({ ...text, id: derivedId(`board ${bookingId} ${text.id}`) }));
}
