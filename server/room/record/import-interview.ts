import type { PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { insertMessageOnce } from "../chat-store.ts";
import { type ImportedPadEvent, importPad } from "../code-pads/import-pad.ts";
import { endVisit, recordPresence } from "../store.ts";

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
