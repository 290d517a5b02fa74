import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../../db/transaction.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createRoomMeetings } from "../../meetings/create-room-meetings.ts";
import { createBookedInterview } from "../bookings.testing.ts";
import { markAnnounced } from "../store.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.deps.database,
  );
  return (rows[0]?.count ?? 0) > 0;
}

it("creates the room when the browser asks while the booking is being announced", async () => {
  const { booking, interviewee } = await createBookedInterview(app);
  let answer: ReturnType<TestApp["call"]> | undefined;
  await inTransaction(app.deps.database, async (tx) => {
    const bookingIds = await markAnnounced(tx, app.clock.now(), 100);
    expect(bookingIds).toContain(booking._id);
    let isAnswered = false;
    answer ??= app
      .call("POST", "/api/meeting/create", {
        token: interviewee.token,
        body: { bookingId: booking._id, startTime: booking.startTime },
      })
      .finally(() => {
        isAnswered = true;
      });
    // The browser's statement has either ended or waits for the announcement's locks.
    while (!isAnswered && !(await isWaitingForLock())) await sleep(10);
    await createRoomMeetings(app.deps, tx, bookingIds);
  });
  const { status, body } = (await answer) ?? {};
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ zoomLink: expect.stringContaining("/room/") }),
  ]);
});
