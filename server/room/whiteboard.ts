import { type RoomServerMessage, roomCloseCodes } from "@greenroom/contract/room/room.ts";
import {
  type BoardCost,
  type BoardElement,
  type BoardPointer,
  type BoardServerMessage,
  type boardClientMessageSchemas,
  boardCost,
  boardElementCost,
  boardElementSchema,
  boardSchemaRevision,
  maxBoardArea,
  maxBoardBytes,
  maxBoardElementCharacters,
  maxBoardElements,
  maxBoardPoints,
  maxBoardVersion,
  maxVersionStep,
} from "@greenroom/contract/room/whiteboard.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import type { Database, Tx } from "../kernel/db/database.ts";
import type { Deps } from "../kernel/deps.ts";
import { JsonText } from "../kernel/http/bind.ts";
import { derivedId } from "../kernel/ids.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import { TokenBucket } from "./connections/client-socket.ts";
import { publishRoomEvent } from "./connections/room-events.ts";

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
      await this.#publishPointer(message.pointer);
    }
  }

  /** Removes the participant's pointer from the other's screen. */
  async leave(): Promise<void> {
    clearTimeout(this.#delayedSync);
    if (this.#isPointing) await this.#publishPointer(null);
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
        await this.#publish({ type: "board-refused", reason: "refused" });
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
    await this.#publish({ type: "board", elements: stored });
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

  async #publishPointer(pointer: BoardPointer | null): Promise<void> {
    await this.#publish({ type: "board-pointer", senderId: this.#connection.userId, pointer });
  }

  async #publish(message: BoardServerMessage): Promise<void> {
    const { deps, bookingId, connectionId, userId } = this.#connection;
    await publishRoomEvent(deps, bookingId, { connectionId, userId, event: { kind: "message", message } });
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
  const { database } = deps;
  const { rows } = await sql<{ json: string | null; isChecked: boolean | null }>`
    select bool_and(${isChecked}) as is_checked,
      string_agg(element::text, ',' order by element ->> 'index' collate "C", id) as json
    from room_board_elements where booking_id = ${bookingId} and element ->> 'isDeleted' = 'false'`.execute(
    database,
  );
  const [shown] = rows;
  const json = shown?.isChecked
    ? (shown.json ?? "")
    : (await selectElements(database, bookingId, { withDeleted: false }))
        .map((element) => element.json)
        .join(",");
  return new JsonText(`{"elements":[${json}]}`);
}

/** The texts on a board, for the interview's record. Each id stays the same for as long as the element exists. */
export async function listBoardTexts(database: Database, bookingId: string): Promise<BoardText[]> {
  const { rows } = await sql<BoardText>`
    select id, author_id, element ->> 'originalText' as text, made_at from room_board_elements
    where booking_id = ${bookingId} and element ->> 'type' = 'text' and element ->> 'isDeleted' = 'false'
      and btrim(element ->> 'originalText') <> ''
    order by made_at, id`.execute(database);
  return rows.map((text) => ({ ...text, id: derivedId(`board ${bookingId} ${text.id}`) }));
}

interface BoardText {
  id: string;
  authorId: string;
  text: string;
  madeAt: Date;
}

export async function hasShownElements(database: Database, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from room_board_elements
      where booking_id = ${bookingId} and element ->> 'isDeleted' = 'false')`.execute(database);
  return rows[0]?.exists ?? false;
}

interface BoardChange {
  bookingId: string;
  authorId: string;
  elements: readonly BoardElement[];
  now: Date;
}

/** Excalidraw breaks lines between words and inside long ones, so white space says nothing about who wrote a text. */
const spaceClass = String.raw`[\s\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]`;
const spaces = new RegExp(spaceClass, "g");
const withoutSpaces = (text: string) => text.replace(spaces, "");
const wordsOf = (field: "text" | "originalText", state: "stored" | "excluded") =>
  sql`regexp_replace(${sql.ref(`${state}.element`)} ->> ${sql.lit(field)}, ${sql.lit(spaceClass)}, '', 'g')`;

/**
 * The board shows `text`, and the record has `originalText`, which is the same words without the breaks of lines. Where
 * the words differ, those that are shown count.
 */
function withShownWords(element: BoardElement): BoardElement {
  if (element.type !== "text" || withoutSpaces(element.text) === withoutSpaces(element.originalText))
    return element;
  return { ...element, originalText: element.text };
}

/** The value of `checked_as` for a state that the schema of this version has accepted. */
const checkedAs = (version: string, nonce: string) =>
  sql<string>`concat_ws(' ', ${sql.lit(boardSchemaRevision)}, ${sql.ref(version)}, ${sql.ref(nonce)})`;

/**
 * Stores elements that the schema has accepted, and returns the ids of those that won over the stored ones (contract/room/whiteboard.ts). An element's
 * author is the last person who changed the words of its text, or else the person who drew it.
 */
async function upsertElements(
  database: Database,
  { bookingId, authorId, elements, now }: BoardChange,
): Promise<Set<string>> {
  const costed = elements.map((element) => ({ element, cost: boardElementCost(element) }));
  const hasOtherWords = sql`(${wordsOf("text", "excluded")}, ${wordsOf("originalText", "excluded")})
    is distinct from (${wordsOf("text", "stored")}, ${wordsOf("originalText", "stored")})`;
  const { rows } = await sql<{ id: string }>`
    insert into room_board_elements as stored
      (booking_id, id, version, nonce, element, bytes, author_id, made_at, checked_as, area, points)
    select ${bookingId}::uuid, element ->> 'id', (element ->> 'version')::integer, (element ->> 'versionNonce')::bigint,
      element, octet_length(element::text), ${authorId}::uuid, ${now}::timestamptz,
      concat_ws(' ', ${sql.lit(boardSchemaRevision)}, element ->> 'version', element ->> 'versionNonce'),
      (cost ->> 'area')::double precision, (cost ->> 'points')::integer
    from jsonb_to_recordset(${JSON.stringify(costed)}::jsonb) sent (element jsonb, cost jsonb)
    -- Sorted, so that the statements of two people lock the same rows in the same order.
    order by element ->> 'id'
    on conflict (booking_id, id) do update set
      version = excluded.version, nonce = excluded.nonce, element = excluded.element, bytes = excluded.bytes,
      checked_as = excluded.checked_as, area = excluded.area, points = excluded.points,
      author_id = case when ${hasOtherWords} then excluded.author_id else stored.author_id end,
      -- Words of another person are newer than those of the first.
      made_at = case when ${hasOtherWords} and excluded.author_id <> stored.author_id
        then excluded.made_at else stored.made_at end
      where excluded.version > stored.version
        or (excluded.version = stored.version and excluded.nonce < stored.nonce)
    returning id`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** How much of a board is in use if these elements are added to it. */
async function measureBoard(
  database: Database,
  bookingId: string,
  elements: readonly BoardElement[],
): Promise<BoardCost & { count: number; bytes: number }> {
  const ids = elements.map(({ id }) => id);
  const { rows } = await sql<BoardCost & { count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::integer as bytes,
      coalesce(sum(area), 0) as area, coalesce(sum(points), 0)::integer as points
    from room_board_elements where booking_id = ${bookingId} and not id = any(${ids}::text[])`.execute(
    database,
  );
  const { count, bytes, area, points } = rows[0] ?? { count: 0, bytes: 0, area: 0, points: 0 };
  const added = boardCost(elements);
  return {
    ...{ count: count + ids.length, bytes: bytes + Buffer.byteLength(JSON.stringify(elements)) },
    ...{ area: area + added.area, points: points + added.points },
  };
}

/** The stored versions of these elements, by id. */
async function selectVersions(
  database: Database,
  bookingId: string,
  elements: readonly BoardElement[],
): Promise<Map<string, number>> {
  const ids = elements.map(({ id }) => id);
  const rows = await database
    .selectFrom("roomBoardElements")
    .select(["id", "version"])
    .where("bookingId", "=", bookingId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Deletes the rows of the deleted elements of a board, so that there is room for others. */
async function forgetDeleted(database: Database, bookingId: string): Promise<void> {
  // A row that somebody changes at this moment is left alone, so that no two statements wait for each other.
  await sql`
    delete from room_board_elements where booking_id = ${bookingId} and id in (
      select id from room_board_elements where booking_id = ${bookingId} and element ->> 'isDeleted' = 'true'
      for update skip locked)`.execute(database);
}

const isChecked = sql<boolean>`checked_as is not distinct from ${checkedAs("version", "nonce")}`;

interface StoredElement {
  /** The element as JSON. */
  json: string;
  version: number;
}

/** How many elements are checked at a time. Checking 2,000 takes the processor for longer than other calls may wait. */
const checkedAtATime = 50;

/**
 * The elements of a board in drawing order. Those that this server's schema accepted when they were stored are not parsed
 * again; of the others, those that it refuses are left out, because Excalidraw may be unable to draw them.
 */
async function selectElements(
  database: Database | Tx,
  bookingId: string,
  { withDeleted }: { withDeleted: boolean },
): Promise<StoredElement[]> {
  const rows = await database
    .selectFrom("roomBoardElements")
    .select(["version", sql<string>`element::text`.as("json"), isChecked.as("isChecked")])
    .where("bookingId", "=", bookingId)
    .$if(!withDeleted, (query) => query.where(sql<boolean>`element ->> 'isDeleted' = 'false'`))
    .orderBy(sql`element ->> 'index' collate "C"`)
    .orderBy("id")
    .execute();
  const stored: StoredElement[] = [];
  let checked = 0;
  for (const { json, version, isChecked } of rows) {
    if (isChecked) {
      stored.push({ json, version });
      continue;
    }
    const element = boardElementSchema.safeParse(JSON.parse(json)).data;
    if (element !== undefined) stored.push({ json: JSON.stringify(element), version });
    checked += 1;
    if (checked % checkedAtATime === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return stored;
}

/** Elements from this version on start again with version 1, so that there is always a higher version that is taken. */
const exhaustedVersion = maxBoardVersion - maxVersionStep;

/** Returns whether there was such an element. */
async function renumberExhausted(database: Database, bookingId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update room_board_elements set version = 1, element = jsonb_set(element, '{version}', '1'),
      -- Checked as before, or not.
      checked_as = case when checked_as = ${checkedAs("version", "nonce")}
        then concat_ws(' ', ${sql.lit(boardSchemaRevision)}, 1, nonce) end
    where booking_id = ${bookingId} and version >= ${exhaustedVersion}`.execute(database);
  return (numAffectedRows ?? 0n) > 0n;
}
