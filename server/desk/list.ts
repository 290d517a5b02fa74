import { maxCsvRows } from "@greenroom/contract/desk/actions.ts";
import { type Endpoint, maxPageRows } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Actor } from "../kernel/actor.ts";
import { recordAudit } from "../kernel/audit.ts";
import { type Page, readInPages } from "../kernel/db/read-lists.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { bind, type HandlerCall, sendPage } from "../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { spoolCsv } from "../money/csv.ts";

type ListEndpoint = Endpoint<z.ZodType | undefined, z.ZodType | undefined, undefined, z.ZodArray> & {
  csv: Endpoint<z.ZodType | undefined, z.ZodType | undefined>;
};
type ListCall<List extends ListEndpoint> = Pick<HandlerCall<List>, "actor" | "params" | "query">;

interface ListReader<List extends ListEndpoint, Row> {
  /** The audit log records each page as this; absent if the list names nobody, or `read` records it. */
  view?: string;
  read(call: ListCall<List>): Promise<Page<Row>>;
  present(row: Row, call: ListCall<List>): z.infer<List["output"]>[number];
}

/** Binds a list of the desk and its CSV file: both read the same pages. */
export function bindList<List extends ListEndpoint, Row>(
  app: FastifyInstance,
  deps: Deps,
  list: List,
  { view, read, present }: ListReader<List, Row>,
): void {
  async function readList(call: ListCall<List>) {
    if (view !== undefined) await recordDataView(deps, call.actor as Actor, view);
    const { rows, next } = await read(call);
    return { rows: rows.map((row) => present(row, call)), next };
  }
  bind<ListEndpoint>(app, deps, list, async (call) =>
    sendPage(call, await readList(call as HandlerCall<List>)),
  );
  bind(app, deps, list.csv, async ({ actor, params, query, reply }) => {
    const pages = readInPages((after) =>
      readList({
        actor,
        params,
        query: { ...(query as object), limit: maxPageRows, after },
      } as HandlerCall<List>),
    );
    return await sendRows(deps, { actor, reply, list, row: list.output.element as z.ZodType, rows: pages });
  });
}

interface SentRows {
  actor: Actor;
  reply: FastifyReply;
  list: Endpoint;
  row: z.ZodType;
  rows: AsyncIterable<unknown> | Iterable<unknown>;
}

/** Sends the rows of a list as a CSV file with a column for each of their values. The audit log records it. */
export async function sendRows(deps: Deps, { actor, reply, list, row: schema, rows }: SentRows) {
  const name = list.path.replace("/api/operator/", "").replace(/\/(:id\/)?/g, "-");
  await recordDataView(deps, actor, "list-exported", "everybody", { list: name });
  const columns = columnsOf(schema);
  const content = await spoolCsv(
    columns.map(headingOf),
    limitRows(rows),
    (row) => (row === null ? [endNote] : columns.map((column) => cellOf(row, column))),
    readerSignal(reply),
  );
  return sendBytes(reply, { content, contentType: "text/csv; charset=utf-8", fileName: `${name}.csv` });
}

const endNote = `Only the first ${maxCsvRows} rows are here. Filter the list to export the others.`;

type Column = readonly string[];

/** The paths of all values of a row, such as `["interviewer", "name"]`. */
function columnsOf(schema: z.ZodType, path: Column = []): Column[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return columnsOf(schema.unwrap() as z.ZodType, path);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([name, value]) =>
    columnsOf(value as z.ZodType, [...path, name]),
  );
}

/** `["interviewer", "firstName"]` → "Interviewer first name" */
function headingOf(column: Column): string {
  const words = column.map((name) =>
    name === "_id" ? "id" : name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
  );
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cellOf(row: unknown, column: Column): string {
  const value = column.reduce<unknown>(
    (outer, name) => (outer as Record<string, unknown> | null)?.[name],
    row,
  );
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** As many rows as one file may have, and null if there are more. */
async function* limitRows(rows: SentRows["rows"]): AsyncGenerator<unknown> {
  let count = 0;
  for await (const row of rows) {
    yield count < maxCsvRows ? row : null;
    count += 1;
    if (count > maxCsvRows) return;
  }
}

/**
 * Records in the audit log that an operator looked at people's data at the desk: `payment-viewed` of
 * `payment:<id>`.
 */
export async function recordDataView(
  deps: Pick<Deps, "database" | "clock">,
  { userId }: { userId: string },
  view: string,
  subject = "everybody",
  details: Record<string, unknown> = {},
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, { actor: { userId }, action: `desk.${view}`, subject, details, now: deps.clock.now() }),
  );
}
