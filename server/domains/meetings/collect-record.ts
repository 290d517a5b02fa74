import type { RecordItem, SessionRecord } from "@greenroom/contract/session-record.ts";
import type { Database } from "../../db/database.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { selectMessages } from "./chat-store.ts";
import { readPad } from "./read-pad.ts";
import { presentSince, roomTimes } from "./rules.ts";
import { selectRuns } from "./run-store.ts";
import { selectVisits } from "./store.ts";

const mostMessages = 5_000;

/** What both parties of a session may read of it. What fell outside the room's times was of another: a booking can move. */
export async function collectRecord(
  database: Database,
  booking: BookingRecord,
  now: Date,
): Promise<Pick<SessionRecord, "items" | "code">> {
  const { opensAt, closesAt } = roomTimes(booking);
  const visits = await selectVisits(database, booking.id, { from: opensAt, to: closesAt });
  const messages = await selectMessages(database, booking.id, mostMessages);
  const runs = await selectRuns(database, booking.id);
  const pad = await readPad(database, booking.id);
  const at = (instant: Date | string) => secondsInto(booking, new Date(instant));

  // Of what happened in the same second, coming stands first and leaving last.
  const items: RecordItem[] = [
    ...visits.map(({ userId, enteredAt }) => ({
      kind: "joined" as const,
      atSeconds: at(enteredAt),
      personId: userId,
    })),
    ...messages.map(({ senderId, body, sentAt }) => ({
      kind: "chat" as const,
      atSeconds: at(sentAt),
      personId: senderId,
      body,
    })),
    ...runs.map(({ id: _, senderId, ranAt, ...run }) => ({
      kind: "run" as const,
      atSeconds: at(ranAt),
      personId: senderId,
      ...run,
    })),
    ...visits
      .filter(({ lastSeenAt, leftAt }) => leftAt !== null || lastSeenAt < presentSince(now))
      .map(({ userId, lastSeenAt }) => ({
        kind: "left" as const,
        atSeconds: at(lastSeenAt),
        personId: userId,
      })),
  ];
  const from = at(opensAt);
  return {
    items: items.filter(({ atSeconds }) => atSeconds >= from).sort((a, b) => a.atSeconds - b.atSeconds),
    code:
      pad === null || pad.changedAt < opensAt
        ? null
        : { language: pad.language, text: pad.text, atSeconds: at(pad.changedAt) },
  };
}

/** Whole seconds from a session's start; negative before it. */
export function secondsInto({ startsAt }: Pick<BookingRecord, "startsAt">, instant: Date): number {
  return Math.round((instant.getTime() - startsAt.getTime()) / 1000);
}
