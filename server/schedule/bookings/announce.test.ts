import { beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { type TestApp, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { settledOrLocked } from "../../testing/lock-waits.ts";
import { createRoomMeetings } from "../meetings/create.ts";
import { announceDueBookings, markAnnounced } from "./book.ts";
import { createBookedInterview } from "./bookings.testing.ts";

/** More than one transaction announces. */
const bookings = 250;

const app = useTestApp();
const interviewer = useBeforeAll(() => app.signUpInterviewer());
const interviewee = useBeforeAll(() => app.signUp());
beforeAll(async () => {
  const client = await app.deps.pool.connect();
  await client.query(
    `create temp table made as select gen_random_uuid() as id, n, timestamptz '2026-12-01T00:00:00Z' + n * interval '1 hour' as at
       from generate_series(1, ${bookings}) n`,
  );
  await client.query(
    `insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
       select id, $1, at, at + interval '45 minutes', 'booked', now() from made`,
    [interviewer.user._id],
  );
  await client.query(
    `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, cancelled_at, cancelled_by)
       select id, id, $1, $2, at, at + interval '45 minutes', case n when 1 then 'cancelled' else 'pending' end, now(),
         case n when 1 then now() end, case n when 1 then 'interviewee' end from made`,
    [interviewer.user._id, interviewee.user._id],
  );
  client.release(true);
});

const count = async (text: string) => (await app.deps.pool.query<{ n: number }>(text)).rows[0]?.n;
const openAnnouncements = "select count(*)::int as n from bookings where announced_at is null";
const meetings = "select count(*)::int as n from meetings where join_url is not null";

it("announces a rush of bookings in one run: one meeting and two mails each", async () => {
  await announceDueBookings(app.deps);
  expect(await count(openAnnouncements)).toBe(0);
  // The canceled one gets no meeting.
  expect(await count(meetings)).toBe(bookings - 1);
  expect(
    await count("select count(*)::int as n from pgboss.job where name = 'bookings.mail-confirmation'"),
  ).toBe(2 * bookings);
});

it("creates no second meeting and sends no second mail in the next run", async () => {
  await announceDueBookings(app.deps);
  expect(await count(meetings)).toBe(bookings - 1);
  await app.runJobs();
  // None for the canceled one.
  expect(await app.mailsTo(interviewee.user.email)).toHaveLength(bookings - 1);
});

it("creates the room when the browser asks while the booking is being announced", async () => {
  const { booking, interviewee } = await createBookedInterview(app);
  let answer: ReturnType<TestApp["call"]> | undefined;
  await inTransaction(app.deps.database, async (tx) => {
    const bookingIds = await markAnnounced(tx, app.clock.now(), 100);
    expect(bookingIds).toContain(booking._id);
    answer ??= app.post(interviewee, "/api/meeting/create", {
      bookingId: booking._id,
      startTime: booking.startTime,
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
