import { type PadLanguage, padLanguages, padTextName } from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { findPadState, readOwnPadUpdates, selectPadUpdates } from "./pad-store.ts";
import { readOwnSnapshots } from "./snapshot-store.ts";

export interface PadContent {
  language: PadLanguage;
  text: string;
  changedAt: Date;
}

/** The stored text of an interview's pad; null if nothing was written. */
export async function readPad(database: Database, bookingId: string): Promise<PadContent | null> {
  const state = await findPadState(database, bookingId);
  if (state === null) return null;
  const doc = new Y.Doc();
  const { updates } = await selectPadUpdates(database, bookingId);
  for (const update of updates) Y.applyUpdate(doc, update);
  const text = doc.getText(padTextName).toString();
  return text === "" ? null : { ...state, text };
}

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
