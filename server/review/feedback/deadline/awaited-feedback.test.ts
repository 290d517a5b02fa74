import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  recordInterview,
} from "../../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../../schedule/bookings/end.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { grantDueRemedies } from "./grant-due-remedies.ts";

let app: TestApp;
let booked: BookedInterview;
beforeEach(async () => {
  app = await createTestApp();
  booked = await createBookedInterview(app);
});
afterEach(() => app.close());

const after = (hours: number) => app.clock.set(addMinutes(new Date(booked.booking.endTime), 60 * hours));
const run = (text: string) => app.deps.pool.query(text, [booked.booking._id]);
const isAwaited = async () =>
  (await run("select from awaited_feedback where booking_id = $1")).rowCount === 1;
const insertFile = `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at)
  values ($1, 'x', 'x.pdf', 1, now())`;

it("is awaited from the end of an interview until its file exists, and again if that is deleted", async () => {
  expect(await isAwaited()).toBe(false);
  after(1);
  await recordInterview(app, booked.booking._id);
  await completeDueBookings(app.deps);
  expect(await isAwaited()).toBe(true);
  await run(insertFile);
  expect(await isAwaited()).toBe(false);
  await run("delete from feedback_files where booking_id = $1");
  expect(await isAwaited()).toBe(true);
});

it("is no longer awaited after a remedy, so that old interviews are not read again", async () => {
  after(49);
  await recordInterview(app, booked.booking._id);
  await completeDueBookings(app.deps);
  expect(await grantDueRemedies(app.deps)).toBe(1);
  expect(await isAwaited()).toBe(false);
  await run(insertFile);
  await run("delete from feedback_files where booking_id = $1");
  expect(await isAwaited()).toBe(false);
});

it("is not awaited after a no-show", async () => {
  after(1);
  await recordInterview(app, booked.booking._id);
  await completeDueBookings(app.deps);
  await run("update bookings set status = 'no_show_interviewer' where id = $1");
  expect(await isAwaited()).toBe(false);
});

it("is awaited for an interview that is stored as completed, as those of the demo", async () => {
  await run(
    "update bookings set status = 'cancelled', cancelled_at = now(), cancelled_by = 'interviewer' where id = $1",
  );
  const { rows } = await run(
    `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, completed_at, created_at)
     select gen_random_uuid(), slot_id, interviewer_id, interviewee_id, starts_at, ends_at, 'completed', now(), now()
     from bookings where id = $1 returning id`,
  );
  const awaited = await app.deps.pool.query("select booking_id as id from awaited_feedback");
  expect(awaited.rows).toEqual(rows);
});
