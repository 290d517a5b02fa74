import { maxPageRows, type PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { instantSchema } from "@greenroom/contract/kernel/instants.ts";
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import { invalidField } from "../errors.ts";
import type { Database, Tx } from "./database.ts";

/** A part of a list, and the cursor of the next part; null after the last one. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** As PostgreSQL writes it in JSON, with microseconds. PostgreSQL refuses larger offsets. */
const instantKeySchema = instantSchema.regex(/^\d{4}-[\d-]{5}T[\d:.]{8,15}(Z|[+-](0\d|1[0-4]):[0-5]\d)$/);
/** PostgreSQL cannot store a NUL in text. */
const textKeySchema = z
  .string()
  .max(400)
  .regex(/^[^\0]*$/);

/** The form of each kind of key in a cursor, and its SQL type. */
const keyKinds = {
  instant: { sqlType: "timestamptz", schema: instantKeySchema },
  id: { sqlType: "uuid", schema: z.guid() },
  number: { sqlType: "bigint", schema: z.int() },
  text: { sqlType: "text", schema: textKeySchema },
} as const;

interface Key {
  kind: keyof typeof keyKinds;
  /** A column, or an expression over columns. */
  value: Expression<unknown>;
}

/** The order of a list. Its keys together identify a row, so that pages neither repeat nor skip one. */
export interface ListOrder {
  keys: readonly Key[];
  direction: "asc" | "desc";
}

export function orderBy(
  direction: "asc" | "desc",
  ...keys: [Key["kind"], string | Expression<unknown>][]
): ListOrder {
  return {
    direction,
    keys: keys.map(([kind, value]) => ({ kind, value: typeof value === "string" ? sql.ref(value) : value })),
  };
}

/**
 * Reads one page of a query in the given order. The pinned calls answer plain arrays, so the next page's address is a
 * Link header (RFC 8288). It starts after the last row of the previous page, so with an
 * index on this order a late page costs as little as the first. Throws `invalid_input` for a cursor that this
 * list did not issue.
 */
export async function readPage<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { keys, direction }: ListOrder,
  { after, limit = maxPageRows }: PageQuery,
): Promise<Page<Row>> {
  // JSON keeps the microseconds of the keys; a `Date` would lose them.
  const values = keys.map(({ value }) => value);
  let paged = query
    .select(sql<string>`json_build_array(${sql.join(values)})::text`.as("pageKeys"))
    .limit(limit + 1);
  for (const value of values) paged = paged.orderBy(value, direction);
  if (after !== undefined) {
    const bounds = readCursor(keys, after).map(
      (bound, index) => sql`${bound}::${sql.raw(keyKinds[keys[index]?.kind ?? "text"].sqlType)}`,
    );
    const comparison = sql.raw(direction === "asc" ? ">" : "<");
    paged = paged.where(sql<boolean>`(${sql.join(values)}) ${comparison} (${sql.join(bounds)})`);
  }
  const found = (await paged.execute()) as (Row & { pageKeys: string })[];
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? writeCursor(last.pageKeys) : null;
  return { rows, next };
}

/** A cursor from a row's keys as a JSON array. */
export function writeCursor(keys: string): string {
  return Buffer.from(keys).toString("base64url");
}

/** The keys of a cursor. Throws `invalid_input` for a cursor that this list did not issue. */
export function readCursor(keys: readonly Pick<Key, "kind">[], cursor: string): (string | number)[] {
  const values = parseJson(Buffer.from(cursor, "base64url").toString());
  const isOfList =
    Array.isArray(values) &&
    values.length === keys.length &&
    keys.every(({ kind }, index) => keyKinds[kind].schema.safeParse(values[index]).success);
  if (!isOfList) throw invalidField("after", "This list has no such page. Start with the first one.");
  return values as (string | number)[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts undefined, so the caller reports an invalid cursor.
    return undefined;
  }
}

/** All rows of a list, one page after the other. */
export async function* readInPages<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  do {
    const { rows, next } = await read(after);
    yield* rows;
    after = next ?? undefined;
  } while (after !== undefined);
}

interface ReadOptions {
  /** How many rows are in memory, and used at a stretch, at once. */
  batchSize?: number;
}

/**
 * Reads the rows of a query with a cursor, so memory use does not depend on their number. All rows are from the
 * same snapshot. The connection stays in use until the last row is read or the reader stops. A caller that passes its
 * own transaction calls `planForAllRows` first.
 */
export async function* readWithCursor<Row>(
  database: Database | Tx,
  query: Expression<Row>,
  { batchSize = 250 }: ReadOptions = {},
): AsyncGenerator<Row> {
  if (database.isTransaction) {
    yield* readInTransaction(database, query, batchSize);
    return;
  }
  const transaction = await database.startTransaction().setAccessMode("read only").execute();
  try {
    await planForAllRows(transaction);
    yield* readInTransaction(transaction, query, batchSize);
  } finally {
    // Nothing was written. A rollback also closes the cursor after a failed statement.
    await transaction.rollback().execute();
  }
}

/**
 * Makes PostgreSQL plan the cursors of a transaction for all of their rows. By default it plans for the first
 * tenth, and then reads a whole table in order instead of sorting a few rows.
 */
export async function planForAllRows(transaction: Database | Tx): Promise<void> {
  await sql`set local cursor_tuple_fraction = 1`.execute(transaction);
}

async function* readInTransaction<Row>(
  transaction: Database | Tx,
  query: Expression<Row>,
  batchSize: number,
): AsyncGenerator<Row> {
  await sql`declare rows no scroll cursor for ${query}`.execute(transaction);
  const fetchNext = sql<Row>`fetch ${sql.lit(batchSize)} from rows`;
  for (;;) {
    const { rows } = await fetchNext.execute(transaction);
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await sql`close rows`.execute(transaction);
}

type SqlValue = RawBuilder<unknown>;

/**
 * What waits is read from its own tables: a table of tasks would be wrong as soon as one write to it is missing.
 * Limits a query for records that wait for an operator to those that match, at most `limit`, the longest
 * waiting first. `matches` gets the record's id as text, and the time since when it has waited.
 */
export interface WaitingFilter {
  limit: number;
  matches(subject: SqlValue, since: SqlValue): RawBuilder<boolean>;
}

/** The columns that every such query returns. */
export interface Waiting {
  subject: string;
  since: Date;
}
