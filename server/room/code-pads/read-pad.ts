import {
  type PadLanguage,
  type PadRun,
  padLanguages,
  padTextName,
} from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { findPadState, readOwnPadUpdates, selectPadUpdates, selectRuns } from "./pad-store.ts";
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

interface OpenPad extends OfInterview, Omit<PadContent, "text"> {
  doc: Y.Doc;
}

/** Yields each of a person's pads once all its updates are read. */
async function* readOwnPadTexts(tx: Tx, userId: string): AsyncGenerator<OfInterview & PadContent> {
  let open: OpenPad | null = null;
  for await (const { content, language, changedAt, ...interview } of readOwnPadUpdates(tx, userId)) {
    if (open === null || open.bookingId !== interview.bookingId) {
      if (open !== null) yield closePad(open);
      open = { ...interview, doc: new Y.Doc(), language: language ?? padLanguages[0], changedAt };
    }
    Y.applyUpdate(open.doc, content);
    if (changedAt > open.changedAt) open.changedAt = changedAt;
  }
  if (open !== null) yield closePad(open);
}

function closePad({ doc, ...pad }: OpenPad): OfInterview & PadContent {
  return { ...pad, text: doc.getText(padTextName).toString() };
}

/** Yields the history of each of a person's pads. */
async function* readOwnHistories(
  tx: Tx,
  userId: string,
): AsyncGenerator<OfInterview & { history: object[] }> {
  let open: (OfInterview & { history: object[] }) | null = null;
  for await (const snapshot of readOwnSnapshots(tx, userId)) {
    const { bookingId, startsAt, takenAt, language, editedBy, change } = snapshot;
    if (open === null || open.bookingId !== bookingId) {
      if (open !== null) yield open;
      open = { bookingId, startsAt, history: [] };
    }
    open.history.push({ takenAt, language, editedBy, ...change });
  }
  if (open !== null) yield open;
}

/** The runs of an interview, oldest first. */
export function listRuns(database: Database, bookingId: string): Promise<PadRun[]> {
  return selectRuns(database, bookingId);
}
