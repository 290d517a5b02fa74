import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";

/* The record of an interview for tests of pages that open its moments. */

export const bookingId = "0190a5b8-7c00-7000-8000-0000000000b2";
export const intervieweeId = "0190a5b8-7c00-7000-8000-0000000000e1";
export const startTime = "2026-11-22T12:30:00.000Z";

/** The time so many seconds after the start. */
export const at = (seconds: number) => new Date(Date.parse(startTime) + seconds * 1000).toISOString();

/** Words of the interviewee. */
export function said(id: string, seconds: number, text: string): RoomRecord["items"][number] {
  return {
    kind: "utterance",
    id,
    at: at(seconds),
    atSeconds: seconds,
    endAt: at(seconds + 5),
    personId: intervieweeId,
    text,
    originalText: null,
    language: "en",
  };
}

export function recordOf(items: RoomRecord["items"]): RoomRecord {
  return {
    bookingId,
    status: "completed",
    startTime,
    endTime: at(2700),
    people: [{ _id: intervieweeId, firstName: "Meera", lastName: "Iyer", role: "interviewee", isYou: true }],
    goal: null,
    items,
    hasBoard: false,
    code: null,
    corrections: { isOpen: false, until: null },
    notes: null,
  };
}
