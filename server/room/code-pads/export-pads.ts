import { type PadLanguage, padLanguages, padTextName } from "@greenroom/contract/room/code-pad.ts";
import { sql } from "kysely";
import * as Y from "yjs";
import type { Tx } from "../../kernel/db/database.ts";
import { readWithCursor } from "../../kernel/db/read-lists.ts";
import { asSnapshot, snapshotColumns } from "./code-history.ts";
import type { PadContent } from "./pad-store.ts";

/**
 * The pads of all of a person's interviews with their histories, oldest interview first, for the export of their data.
 * One pad is in memory at a time, and the number of queries does not grow with the number of pads.
 */
export async function* readOwnPads(
  tx: Tx,
  userId: string,
): AsyncGenerator<{ bookingId: string; history: object[] } & PadContent> {
  const histories = readOwnHistories(tx, userId);
  let next = await histories.next();
  for await (const { startsAt, ...pad } of readOwnPadTexts(tx, userId)) {
    const place = placeOf({ startsAt, bookingId: pad.bookingId });
    while (!next.done && placeOf(next.value) < place) next = await histories.next();
    const history = !next.done && next.value.bookingId === pad.bookingId ? next.value.history : [];
    if (pad.text !== "") yield { ...pad, history };
  }
}

interface OfInterview {
  bookingId: string;
  startsAt: Date;
}

/** The order in which the database reads pads and histories. */
function placeOf({ startsAt, bookingId }: OfInterview): string {
  return `${startsAt.toISOString()} ${bookingId}`;
}

/** Each of a person's pads, once all its updates are read. */
async function* readOwnPadTexts(tx: Tx, userId: string): AsyncGenerator<OfInterview & PadContent> {
  for await (const updates of byInterview(readOwnPadUpdates(tx, userId))) {
    const [{ bookingId, startsAt, language }] = updates;
    const doc = new Y.Doc();
    for (const { content } of updates) Y.applyUpdate(doc, content);
    const changedAt = new Date(Math.max(...updates.map((update) => update.changedAt.getTime())));
    const text = doc.getText(padTextName).toString();
    yield { bookingId, startsAt, language: language ?? padLanguages[0], changedAt, text };
  }
}

/** The history of each of a person's pads. */
async function* readOwnHistories(
  tx: Tx,
  userId: string,
): AsyncGenerator<OfInterview & { history: object[] }> {
  for await (const snapshots of byInterview(readOwnSnapshots(tx, userId))) {
    const [{ bookingId, startsAt }] = snapshots;
    const history = snapshots.map(({ takenAt, language, editedBy, change }) => ({
      ...{ takenAt, language, editedBy },
      ...change,
    }));
    yield { bookingId, startsAt, history };
  }
}

/** Rows that come in the order of their interviews, one interview at a time. */
async function* byInterview<Row extends OfInterview>(
  rows: AsyncIterable<Row>,
): AsyncGenerator<[Row, ...Row[]]> {
  let open: [Row, ...Row[]] | null = null;
  for await (const row of rows) {
    if (open?.[0].bookingId === row.bookingId) open.push(row);
    else {
      if (open !== null) yield open;
      open = [row];
    }
  }
  if (open !== null) yield open;
}

interface PadUpdate {
  bookingId: string;
  startsAt: Date;
  content: Buffer;
  /** Null for an update that is not compacted yet. */
  language: PadLanguage | null;
  changedAt: Date;
}

/** The stored pads of all of a person's interviews: oldest interview first, updates in order. */
function readOwnPadUpdates(database: Tx, userId: string): AsyncGenerator<PadUpdate> {
  return readWithCursor(
    database,
    sql<PadUpdate>`
      select booking.id as booking_id, booking.starts_at, pad.content, pad.language, pad.changed_at
      from bookings booking cross join lateral (
        select state as content, language, updated_at as changed_at, null::bigint as position
          from room_code where booking_id = booking.id
        union all select content, null, made_at, id from room_code_updates where booking_id = booking.id) pad
      where booking.interviewee_id = ${userId} or booking.interviewer_id = ${userId}
      order by booking.starts_at, booking.id, pad.position nulls first`,
  );
}

/** The snapshots of all of a person's interviews: oldest interview first, oldest snapshot first in each. */
async function* readOwnSnapshots(
  database: Tx,
  userId: string,
): AsyncGenerator<ReturnType<typeof asSnapshot> & { bookingId: string; startsAt: Date }> {
  const query = database
    .selectFrom("roomCodeSnapshots as snapshot")
    .innerJoin("bookings as booking", "booking.id", "snapshot.bookingId")
    .select(["snapshot.bookingId", "booking.startsAt"])
    .select(snapshotColumns.map((column) => `snapshot.${column}` as const))
    .where((is) =>
      is.or([is("booking.intervieweeId", "=", userId), is("booking.interviewerId", "=", userId)]),
    )
    .orderBy("booking.startsAt")
    .orderBy("booking.id")
    .orderBy("snapshot.position");
  for await (const row of readWithCursor(database, query, { cursor: "snapshots" }))
    yield { bookingId: row.bookingId, startsAt: row.startsAt, ...asSnapshot(row) };
}
