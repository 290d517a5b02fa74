import {
  type PadLanguage,
  type PadRun,
  padLanguages,
  padTextName,
} from "@greenroom/contract/rooms/code-pad.ts";
import * as Y from "yjs";
import type { Database } from "../../db/database.ts";
import { readOwnSnapshots } from "./history/snapshot-store.ts";
import { findPadState, readOwnPadUpdates, selectPadUpdates } from "./pad-store.ts";
import { selectRuns } from "./run-store.ts";

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
 * The pads of all of a person's interviews, for the export of their data. The number of queries does not grow with
 * the number of pads.
 */
export async function listOwnPads(database: Database, userId: string) {
  const histories = await readOwnHistories(database, userId);
  const own: ({ bookingId: string; history: object[] } & PadContent)[] = [];
  for await (const pad of readOwnPads(database, userId)) {
    if (pad.text !== "") own.push({ ...pad, history: histories.get(pad.bookingId) ?? [] });
  }
  return own;
}

interface OpenPad extends Omit<PadContent, "text"> {
  bookingId: string;
  doc: Y.Doc;
}

/** Yields each of a person's pads once all its updates are read. */
async function* readOwnPads(
  database: Database,
  userId: string,
): AsyncGenerator<{ bookingId: string } & PadContent> {
  let open: OpenPad | null = null;
  for await (const { bookingId, content, language, changedAt } of readOwnPadUpdates(database, userId)) {
    if (open === null || open.bookingId !== bookingId) {
      if (open !== null) yield closePad(open);
      open = { bookingId, doc: new Y.Doc(), language: language ?? padLanguages[0], changedAt };
    }
    Y.applyUpdate(open.doc, content);
    if (changedAt > open.changedAt) open.changedAt = changedAt;
  }
  if (open !== null) yield closePad(open);
}

function closePad({ doc, ...pad }: OpenPad): { bookingId: string } & PadContent {
  return { ...pad, text: doc.getText(padTextName).toString() };
}

async function readOwnHistories(database: Database, userId: string): Promise<Map<string, object[]>> {
  const histories = new Map<string, object[]>();
  for await (const { bookingId, takenAt, language, editedBy, change } of readOwnSnapshots(database, userId)) {
    const history = histories.get(bookingId) ?? [];
    history.push({ takenAt, language, editedBy, ...change });
    histories.set(bookingId, history);
  }
  return histories;
}

/** The runs of an interview, oldest first. */
export function listRuns(database: Database, bookingId: string): Promise<PadRun[]> {
  return selectRuns(database, bookingId);
}
