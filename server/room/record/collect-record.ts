import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import type { Database } from "../../kernel/db/database.ts";
import { derivedId } from "../../kernel/ids.ts";
import { selectVisits } from "../../schedule/bookings/attendance.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import { selectMessages } from "../chat-store.ts";
import { listSnapshots } from "../code-pads/history/list-snapshots.ts";
import { listRuns, readPad } from "../code-pads/read-pad.ts";
import { selectMarks } from "../marks/mark-store.ts";
import { listAskedForRecord } from "../questions/list-asked.ts";
import { presenceCutoff } from "../rules.ts";
import { findCompletedAt } from "../store.ts";
import { selectConsents, selectUtterances } from "../transcript/transcript-store.ts";
import { listBoardTexts } from "../whiteboards/read-board.ts";
import { phaseItems } from "./phase-items.ts";
import { presenceItems } from "./presence-items.ts";

const maxMessages = 5_000;

interface Reading {
  now: Date;
  /** Marks are for both, but the interviewee sees them only after the interview. */
  withMarks: boolean;
  /**
   * The reader's id: only the interviewer who wrote private notes about an answer gets them. Null if there is no
   * reader.
   */
  readerId: string | null;
}

/**
 * The record that both parties of an interview may read. Items from before the room opened are left out: they
 * belong to the time before the booking was moved.
 */
export async function collectRecord(
  database: Database,
  booking: BookingRecord,
  { now, withMarks, readerId }: Reading,
): Promise<Pick<RoomRecord, "items" | "code">> {
  const { opensAt, closesAt } = roomTimes(booking);
  const { id: bookingId } = booking;
  const visits = await selectVisits(database, bookingId, { from: opensAt, to: closesAt });
  const presence = presenceItems(visits, presenceCutoff(now));
  const completedAt = await findCompletedAt(database, bookingId);
  const pad = await readPad(database, bookingId);
  const moment = (id: string, at: Date | string) => {
    const instant = new Date(at);
    return { id, at: instant.toISOString(), atSeconds: secondsFromStart(booking, instant) };
  };
  const presented = (kind: "joined" | "left") =>
    presence
      .filter((item) => item.kind === kind)
      .map(({ id, at, personId }) => ({ kind, ...moment(id, at), personId }));

  const asked = await listAskedForRecord(database, bookingId, opensAt);

  // At the same instant, joining sorts first and leaving last, and a run sorts after its code.
  const items: RoomRecordItem[] = [
    ...presented("joined"),
    // If nobody was in our room, there is nothing to divide into phases.
    ...(visits.length === 0 ? [] : phaseItems({ ...booking, completedAt }, now)).map(({ id, at, phase }) => ({
      kind: "phase" as const,
      ...moment(id, at),
      phase,
    })),
    ...(await listSnapshots(database, bookingId, opensAt)).map((snapshot) => ({
      kind: "code" as const,
      ...moment(snapshot.id, snapshot.takenAt),
      language: snapshot.language,
      editedBy: snapshot.editedBy.map((party) =>
        party === "interviewee" ? booking.intervieweeId : booking.interviewerId,
      ),
      change: snapshot.change,
    })),
    ...asked.map(({ id, interviewerId, source, questionId, title, topic, prompt, shownAt, marks }) => ({
      kind: "question" as const,
      ...moment(id, shownAt),
      personId: interviewerId,
      questionId: source === "bank" ? questionId : null,
      title,
      prompt,
      topic,
      marks: interviewerId === readerId ? marks : null,
    })),
    ...asked.flatMap(({ id, interviewerId, title, hints }) =>
      hints.map(({ index, text, shownAt }) => ({
        kind: "hint" as const,
        ...moment(derivedId(`hint ${index} ${id}`), shownAt),
        personId: interviewerId,
        title,
        text,
      })),
    ),
    ...(await selectMessages(database, bookingId, maxMessages)).map(({ id, senderId, body, sentAt }) => ({
      kind: "chat" as const,
      ...moment(id, sentAt),
      personId: senderId,
      body,
    })),
    ...(await listBoardTexts(database, bookingId)).map(({ id, authorId, text, madeAt }) => ({
      kind: "board" as const,
      ...moment(id, madeAt),
      personId: authorId,
      text,
    })),
    ...(await listRuns(database, bookingId)).map(({ id, senderId, ranAt, ...run }) => ({
      kind: "run" as const,
      ...moment(id, ranAt),
      personId: senderId,
      ...run,
    })),
    ...(withMarks ? await selectMarks(database, bookingId) : []).map(
      ({ id, authorId, markedAt, label, note }) => ({
        kind: "mark" as const,
        ...moment(id, markedAt),
        personId: authorId,
        label,
        note,
      }),
    ),
    ...(await selectConsents(database, bookingId)).map(({ id, userId, event, happenedAt }) => ({
      kind: "consent" as const,
      ...moment(id, happenedAt),
      personId: userId,
      event,
    })),
    ...(await selectUtterances(database, bookingId)).map(
      ({ id, speakerId, startedAt, endedAt, text, originalText, language }) => ({
        kind: "utterance" as const,
        ...moment(id, startedAt),
        personId: speakerId,
        endAt: endedAt.toISOString(),
        text,
        originalText,
        language,
      }),
    ),
    ...presented("left"),
  ];
  const from = opensAt.toISOString();
  return {
    // The instants have the same format and zone, so they sort as text.
    items: items.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    code:
      pad === null || pad.changedAt < opensAt
        ? null
        : { language: pad.language, text: pad.text, atSeconds: secondsFromStart(booking, pad.changedAt) },
  };
}

/** Whole seconds from an interview's start; negative before it. */
export function secondsFromStart({ startsAt }: Pick<BookingRecord, "startsAt">, instant: Date): number {
  return Math.round((instant.getTime() - startsAt.getTime()) / 1000);
}
