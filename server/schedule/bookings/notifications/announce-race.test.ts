import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { settledOrLocked } from "../../../testing/postgres/lock-waits.ts";
import { createRoomMeetings } from "../../meetings/create-meeting.ts";
import { createBookedInterview } from "../bookings.testing.ts";
import { markAnnounced } from "../store.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("creates the room when the browser asks while the booking is being announced", async () => {
  const { booking, interviewee } = await createBookedInterview(app);
  let answer: ReturnType<TestApp["call"]> | undefined;
  await inTransaction(app.deps.database, async (tx) => {
    const bookingIds = await markAnnounced(tx, app.clock.now(), 100);
    expect(bookingIds).toContain(booking._id);
    answer ??= app.call("POST", "/api/meeting/create", {
      token: interviewee.token,
      body: { bookingId: booking._id, startTime: booking.startTime },
    });
    await settledOrLocked(app, answer);
    await createRoomMeetings(app.deps, tx, bookingIds);
  });
  const { status, body } = (await answer) ?? {};
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ zoomLink: expect.stringContaining("/room/") }),
  ]);
});
