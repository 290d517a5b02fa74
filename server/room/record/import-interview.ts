import { type PadLanguage, type PadRunResult, padTextName } from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { insertMessageOnce } from "../chat.ts";
import { takeSnapshot } from "../code-pads/code-history.ts";
import { insertRunOnce, upsertLanguage } from "../code-pads/pad-store.ts";
import { endVisit, recordPresence } from "../rooms.ts";

export type InterviewEvent = ImportedPadEvent | { kind: "chat"; at: Date; personId: string; body: string };

interface Visit {
  personId: string;
  from: Date;
  to: Date;
}

interface ImportedInterview {
  bookingId: string;
  language: PadLanguage;
  visits: readonly Visit[];
  /** Oldest first. */
  events: readonly InterviewEvent[];
}

/** Stores the visits, chat, code and runs of a past interview as its room would have stored them, for demo data. */
export async function importInterview(
  deps: Deps,
  { bookingId, language, visits, events }: ImportedInterview,
): Promise<void> {
  const { database } = deps;
  await importVisits(deps, bookingId, visits);
  for (const event of events) {
    if (event.kind !== "chat") continue;
    const { at: sentAt, personId: senderId, body } = event;
    await insertMessageOnce(database, { id: newId(), bookingId, senderId, body, sentAt });
  }
  await importPad(deps, {
    bookingId,
    language,
    events: events.filter((event) => event.kind !== "chat"),
  });
}

/** Stores when people were in the room of a past interview, as their heartbeats would have. */
export async function importVisits(
  { database }: Pick<Deps, "database">,
  bookingId: string,
  visits: readonly Visit[],
): Promise<void> {
  for (const { personId: userId, from, to } of visits) {
    const visit = { bookingId, userId, presentSince: from };
    await inTransaction(database, async (tx) => {
      await recordPresence(tx, { ...visit, now: from });
      await recordPresence(tx, { ...visit, now: to });
    });
    await endVisit(database, { ...visit, now: to });
  }
}

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
async function importPad(deps: Deps, { bookingId, language, events }: ImportedPad): Promise<void> {
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
  await inTransaction(database, async (tx) => {
    await tx
      .updateTable("roomCode")
      .set({ state, updatedAt: at })
      .where("bookingId", "=", bookingId)
      .execute();
    await tx.deleteFrom("roomCodeUpdates").where("bookingId", "=", bookingId).execute();
  });
}
