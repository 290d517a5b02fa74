import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type TestApp, testNow } from "../../../testing/app.ts";
import { enqueueMissingReports } from "./enqueue-missing-reports.ts";

let app: TestApp;
let booked: BookedInterview;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app);
});
afterAll(() => app.close());

/** Completes the interview without the job that makes its report, and waits. */
async function completeWithoutJob({ waitMinutes }: { waitMinutes: number }): Promise<void> {
  const end = new Date(booked.booking.endTime);
  await app.deps.database
    .updateTable("bookings")
    .set({ status: "completed", completedAt: end })
    .where("id", "=", booked.booking._id)
    .execute();
  app.clock.set(addMinutes(end, waitMinutes));
}

/** The last attempt at the report failed before there is one, and no job is left. */
async function giveUp({ hoursAgo }: { hoursAgo: number }): Promise<void> {
  const lastTriedAt = addMinutes(app.clock.now(), -hoursAgo * 60);
  await app.deps.database
    .insertInto("reportMakings")
    .values({
      bookingId: booked.booking._id,
      firstTriedAt: lastTriedAt,
      lastTriedAt,
      tries: 15,
      outcome: "waiting",
    })
    .execute();
}

async function hasReport(): Promise<boolean> {
  await app.runJobs();
  const { rowCount } = await app.deps.pool.query("select from ai_reports where booking_id = $1", [
    booked.booking._id,
  ]);
  return rowCount === 1;
}

describe("a completed interview without a job for its report", () => {
  it("awaits its report for a day, and then the interviewer's history says that there is none", async () => {
    const stateOf = async () => {
      const history = await app.call("GET", "/api/interviewer/history", { token: booked.interviewer.token });
      return history.body[0].report;
    };
    await completeWithoutJob({ waitMinutes: 100 });
    expect(await stateOf()).toBe("awaited");
    await completeWithoutJob({ waitMinutes: 24 * 60 });
    expect(await stateOf()).toBe("none");
  });

  it("gets its report within the hour, once", async () => {
    await completeWithoutJob({ waitMinutes: 100 });
    expect(await hasReport()).toBe(false);
    expect(await enqueueMissingReports(app.deps)).toBeGreaterThan(0);
    expect(await hasReport()).toBe(true);
    expect(await enqueueMissingReports(app.deps)).toBe(0);
  });

  it.each([
    ["while its report may still be made in the usual way", 70],
    ["more than a month later", 31 * 24 * 60],
  ])("gets none %s", async (_, waitMinutes) => {
    await completeWithoutJob({ waitMinutes });
    await enqueueMissingReports(app.deps);
    expect(await hasReport()).toBe(false);
  });
});

describe("an interview whose report was given up", () => {
  it("gets it after a day, once", async () => {
    await completeWithoutJob({ waitMinutes: 3 * 24 * 60 });
    await giveUp({ hoursAgo: 25 });
    expect(await enqueueMissingReports(app.deps)).toBeGreaterThan(0);
    expect(await hasReport()).toBe(true);
    expect(await enqueueMissingReports(app.deps)).toBe(0);
  });

  it("gets none while its job may still be retried", async () => {
    await completeWithoutJob({ waitMinutes: 3 * 24 * 60 });
    await giveUp({ hoursAgo: 13 });
    await enqueueMissingReports(app.deps);
    expect(await hasReport()).toBe(false);
  });
});
