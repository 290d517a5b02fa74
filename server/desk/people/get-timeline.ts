import type { TimelineEvent, TimelineKind } from "@greenroom/contract/desk/people.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import { type Page, readCursor, writeCursor } from "../../kernel/db/read-lists.ts";
import { type TimelineSource, timelineSources } from "./timeline-sources.ts";
import { describeEvent, type EventData, resendableOf } from "./timeline-text.ts";

interface EventRow {
  at: Date;
  key: string;
  kind: TimelineKind;
  /** The source's own columns; `describeEvent` writes the text of the event from them. */
  data: EventData;
  bookingId: string | null;
  paymentId: string | null;
  applicationId: string | null;
  pageKeys: string;
}

const defaultRows = 50;
const cursorKeys = [{ kind: "instant" }, { kind: "text" }] as const;

/**
 * A page of the events around a person, newest first. At most one page of events is read from each source, so
 * that a long history costs no more than a short one.
 */
export async function getTimeline(
  database: Database,
  person: { userId: string; email: string },
  { kind, after, limit = defaultRows }: PageQuery & { kind?: TimelineKind | undefined },
): Promise<Page<TimelineEvent>> {
  // The list begins with the newest event, so that the page after the cursor has the earlier ones.
  const position = after === undefined ? null : readCursor(cursorKeys, after);
  const sources = timelineSources({ ...person, kind }).filter(
    (source) => kind === undefined || source.kind === kind,
  );
  const selects = sources.map((source) => selectEvents(source, position, limit + 1));
  const { rows: found } = await sql<EventRow>`
    select event.*, json_build_array(at, key)::text as page_keys
    from (${sql.join(selects, sql` union all `)}) event
    order by at desc, key desc limit ${limit + 1}`.execute(database);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({
      _id: row.key,
      kind: row.kind,
      at: row.at.toISOString(),
      ...describeEvent(row.kind, row.data),
      bookingId: row.bookingId,
      paymentId: row.paymentId,
      applicationId: row.applicationId,
      resendable: resendableOf(row.kind, row.data),
    })),
    next: found.length > limit && last !== undefined ? writeCursor(last.pageKeys) : null,
  };
}

function selectEvents(source: TimelineSource, position: (string | number)[] | null, limit: number) {
  const { kind, at, id, from, where, data } = source;
  const key = sql`${`${kind}:`}::text || ${id}`;
  const isEarlier =
    position === null
      ? sql`true`
      : sql`(${at}, ${key}) < (${position[0]}::timestamptz, ${position[1]}::text)`;
  return sql`(
    select ${at} as at, ${key} as key, ${kind}::text as kind, ${data} as data,
      ${source.bookingId ?? sql`null::uuid`} as booking_id, ${source.paymentId ?? sql`null::uuid`} as payment_id,
      ${source.applicationId ?? sql`null::uuid`} as application_id
    from ${from} where ${where} and ${isEarlier}
    order by ${at} desc, ${key} desc limit ${limit})`;
}
