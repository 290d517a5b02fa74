import { type PadLanguage, padTextName } from "@greenroom/contract/room/code-pad.ts";
import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import * as Y from "yjs";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { takeSnapshot } from "./history/take-snapshot.ts";
import { putWholeCode, upsertLanguage } from "./pad-store.ts";
import { insertRunOnce } from "./run-store.ts";

export type ImportedPadEvent = { at: Date; personId: string } & (
  | { kind: "code"; text: string }
  | { kind: "run"; run: PadRunResult }
);

interface ImportedPad {
  bookingId: string;
  language: PadLanguage;
  /** Oldest first. */
  events: readonly ImportedPadEvent[];
}

/** Writes the history, runs and final text of a past interview's pad, for demo data. */
export async function importPad(deps: Deps, { bookingId, language, events }: ImportedPad): Promise<void> {
  const { database } = deps;
  let last: { text: string; at: Date } | null = null;
  for (const event of events) {
    const { at, personId } = event;
    if (event.kind === "run") {
      await insertRunOnce(database, { ...event.run, id: newId(), bookingId, runnerId: personId, ranAt: at });
      continue;
    }
    const { text } = event;
    if (last === null) await upsertLanguage(database, { bookingId, language, now: at });
    await takeSnapshot(deps, { bookingId, text, at, editors: new Map([[personId, at]]), reason: "moment" });
    last = { text, at };
  }
  if (last === null) return;
  const { text, at } = last;
  const doc = new Y.Doc();
  doc.getText(padTextName).insert(0, text);
  const state = Buffer.from(Y.encodeStateAsUpdate(doc));
  await inTransaction(database, (tx) => putWholeCode(tx, { bookingId, state, now: at }));
}
