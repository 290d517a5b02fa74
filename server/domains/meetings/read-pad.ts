import { type PadLanguage, padTextName } from "@greenroom/contract/code-pad.ts";
import * as Y from "yjs";
import type { Database } from "../../db/database.ts";
import { findCodeState, selectCode, selectOwnPads } from "./code-store.ts";

export interface PadContent {
  language: PadLanguage;
  text: string;
  changedAt: Date;
}

/** What a session's pad says, as the database has it; null when nothing was written. */
export async function readPad(database: Database, bookingId: string): Promise<PadContent | null> {
  const state = await findCodeState(database, bookingId);
  if (state === null) return null;
  const doc = new Y.Doc();
  const { updates } = await selectCode(database, bookingId);
  for (const update of updates) Y.applyUpdate(doc, update);
  const text = doc.getText(padTextName).toString();
  return text === "" ? null : { ...state, text };
}

/** The code of a person's sessions, for who asks what is held about them. */
export async function listOwnCode(database: Database, userId: string) {
  const own: ({ bookingId: string } & PadContent)[] = [];
  for (const bookingId of await selectOwnPads(database, userId)) {
    const pad = await readPad(database, bookingId);
    if (pad !== null) own.push({ bookingId, ...pad });
  }
  return own;
}
