import {
  type BoardCost,
  type BoardElement,
  boardCost,
  boardElementCost,
  boardElementSchema,
  boardSchemaRevision,
  maxBoardVersion,
  maxVersionStep,
} from "@greenroom/contract/room/whiteboard.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";

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
export function withShownWords(element: BoardElement): BoardElement {
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
export async function upsertElements(
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
export async function measureBoard(
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
export async function selectVersions(
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
export async function forgetDeleted(database: Database, bookingId: string): Promise<void> {
  // A row that somebody changes at this moment is left alone, so that no two statements wait for each other.
  await sql`
    delete from room_board_elements where booking_id = ${bookingId} and id in (
      select id from room_board_elements where booking_id = ${bookingId} and element ->> 'isDeleted' = 'true'
      for update skip locked)`.execute(database);
}

const isChecked = sql<boolean>`checked_as is not distinct from ${checkedAs("version", "nonce")}`;

export interface StoredElement {
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
export async function selectElements(
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

/** The elements of a board without the deleted ones, in drawing order, as JSON with commas between them. */
export async function selectShownJson(database: Database | Tx, bookingId: string): Promise<string> {
  const { rows } = await sql<{ json: string | null; isChecked: boolean | null }>`
    select bool_and(${isChecked}) as is_checked,
      string_agg(element::text, ',' order by element ->> 'index' collate "C", id) as json
    from room_board_elements where booking_id = ${bookingId} and element ->> 'isDeleted' = 'false'`.execute(
    database,
  );
  const [shown] = rows;
  if (shown?.isChecked) return shown.json ?? "";
  const elements = await selectElements(database, bookingId, { withDeleted: false });
  return elements.map(({ json }) => json).join(",");
}

/** Elements from this version on start again with version 1, so that there is always a higher version that is taken. */
export const exhaustedVersion = maxBoardVersion - maxVersionStep;

/** Returns whether there was such an element. */
export async function renumberExhausted(database: Database, bookingId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update room_board_elements set version = 1, element = jsonb_set(element, '{version}', '1'),
      -- Checked as before, or not.
      checked_as = case when checked_as = ${checkedAs("version", "nonce")}
        then concat_ws(' ', ${sql.lit(boardSchemaRevision)}, 1, nonce) end
    where booking_id = ${bookingId} and version >= ${exhaustedVersion}`.execute(database);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function hasShownElements(database: Database, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from room_board_elements
      where booking_id = ${bookingId} and element ->> 'isDeleted' = 'false')`.execute(database);
  return rows[0]?.exists ?? false;
}

export interface BoardText {
  id: string;
  authorId: string;
  text: string;
  madeAt: Date;
}

/** The texts that a board shows, oldest first. */
export async function selectTexts(database: Database, bookingId: string): Promise<BoardText[]> {
  const { rows } = await sql<BoardText>`
    select id, author_id, element ->> 'originalText' as text, made_at from room_board_elements
    where booking_id = ${bookingId} and element ->> 'type' = 'text' and element ->> 'isDeleted' = 'false'
      and btrim(element ->> 'originalText') <> ''
    order by made_at, id`.execute(database);
  return rows;
}

export async function deleteBoards(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await sql`delete from room_board_elements where booking_id = any(${bookingIds}::uuid[])`.execute(tx);
}

export async function deleteTextsOf(tx: Tx, authorId: string): Promise<void> {
  await sql`
    delete from room_board_elements where author_id = ${authorId} and element ->> 'type' = 'text'`.execute(
    tx,
  );
}
