import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type BookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import type { TestApp } from "../../testing/app.ts";

/** What one of the two left in the room, at a minute after the start. */
type Left = { by: "interviewee" | "interviewer"; at: number } & (
  | { said: string; until?: number }
  | { wrote: string }
  | { ran: "finished" | "failed"; output: string }
  | { marked: "good" | "come_back"; note: string }
);

/** Stores what people left in the room of an interview, as the room does. Returns the ids. */
export async function leaveInRoom(
  app: TestApp,
  booked: BookedInterview,
  ...all: readonly Left[]
): Promise<string[]> {
  const { database } = app.deps;
  const start = new Date(booked.booking.startTime);
  const ids: string[] = [];
  for (const left of all) {
    const common = { id: randomUUID() as string, bookingId: booked.booking._id };
    const person = booked[left.by].user._id;
    const at = addMinutes(start, left.at);
    ids.push(common.id);
    if ("said" in left) {
      const words = { speakerId: person, text: left.said, language: "en" as const };
      const endedAt = addMinutes(start, left.until ?? left.at + 0.5);
      const row = { ...common, ...words, startedAt: at, endedAt };
      await database.insertInto("roomUtterances").values(row).execute();
    } else if ("wrote" in left) {
      const row = { ...common, senderId: person, body: left.wrote, sentAt: at };
      await database.insertInto("roomMessages").values(row).execute();
    } else if ("ran" in left) {
      const run = { language: "python" as const, outcome: left.ran, output: left.output, durationMs: 5 };
      await database
        .insertInto("roomCodeRuns")
        .values({ ...common, ...run, runnerId: person, ranAt: at })
        .execute();
    } else {
      const mark = { label: left.marked, note: left.note };
      await database
        .insertInto("roomMarks")
        .values({ ...common, ...mark, authorId: person, markedAt: at })
        .execute();
    }
  }
  return ids;
}

/** Both were there to the end, and the interview is completed. */
export async function endInterview(app: TestApp, { booking }: BookedInterview): Promise<void> {
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
}
