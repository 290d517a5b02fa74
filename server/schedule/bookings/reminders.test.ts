import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import type { SignedUpUser } from "../../testing/app.ts";
import { app, booked, cancel, mailTextsTo, useBookedInterview } from "../../testing/booked-interview.ts";
import { createBookedInterview, hoursFromNow, offerSlot } from "./bookings.testing.ts";
import { enqueueReminders } from "./reminders.ts";

useBookedInterview({ hours: 48 });

/**
 * Runs the job of half a dozen servers at once, this many minutes before the start. Returns the number of
 * reminders.
 */
async function lookAt(minutesBefore: number): Promise<number> {
  app.clock.set(addMinutes(new Date(booked.booking.startTime), -minutesBefore));
  const counts = await Promise.all(Array.from({ length: 6 }, () => enqueueReminders(app.deps)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function reminded({ user }: SignedUpUser): Promise<(string | undefined)[]> {
  await app.runJobs();
  return (await app.mailsTo(user.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject?.startsWith("Reminder"));
}

describe("reminders", () => {
  it("come 24 hours and one hour before, once, to both", async () => {
    expect(await lookAt(24 * 60 + 1)).toBe(0);
    expect(await lookAt(24 * 60)).toBe(1);
    expect(await lookAt(23 * 60)).toBe(0);
    expect(await reminded(booked.interviewee)).toHaveLength(1);
    expect(await mailTextsTo(booked.interviewee)).toContain(
      "The Greenroom room opens 10 minutes before. Its link is with the booking.",
    );
    expect(await lookAt(60)).toBe(1);
    expect(await lookAt(59)).toBe(0);
    expect(await reminded(booked.interviewee)).toHaveLength(2);
    expect(await reminded(booked.interviewer)).toHaveLength(2);
  });

  it("are sent late after an outage, but not when the next one is due or the interview has begun", async () => {
    expect(await lookAt(5 * 60)).toBe(1);
    expect(await lookAt(30)).toBe(1);
    expect(await lookAt(-1)).toBe(0);
  });

  it("check the booking again before they are sent", async () => {
    expect(await lookAt(24 * 60)).toBe(1);
    await cancel();
    expect(await reminded(booked.interviewee)).toEqual([]);
    expect(await lookAt(60)).toBe(0);
  });

  it("follow the new time after a move", async () => {
    expect(await lookAt(24 * 60)).toBe(1);
    const startTime = hoursFromNow(app, 60);
    await offerSlot(app, booked.interviewer, startTime);
    const moved = await app.post(booked.interviewee, `/api/user/bookings/${booked.booking._id}/reschedule`, {
      startTime,
      interviewerId: booked.interviewer.user._id,
    });
    expect(moved.status).toBe(200);
    // The mail that was enqueued for the old time is not sent.
    expect(await reminded(booked.interviewee)).toEqual([]);
    expect(await lookAt(60)).toBe(0);
    app.clock.set(addMinutes(new Date(startTime), -24 * 60));
    expect(await enqueueReminders(app.deps)).toBe(1);
    expect(await reminded(booked.interviewee)).toHaveLength(1);
  });

  it("are left out when the booking was made after they were due: the confirmation already named the time", async () => {
    await lookAt(20 * 60);
    const late = await createBookedInterview(app, { hours: 10 });
    app.clock.set(addMinutes(new Date(late.booking.startTime), -9 * 60));
    expect(await enqueueReminders(app.deps)).toBe(0);
  });
});
