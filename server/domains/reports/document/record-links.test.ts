import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/core/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp, testNow } from "../../../testing/app.ts";
import { advancePastEnd, createBookedInterview } from "../../bookings/bookings.testing.ts";
import { completeDueBookings } from "../../bookings/lifecycle/complete-due-bookings.ts";
import { readPdf } from "../../resumes/resumes.testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_RECORD_DAYS: "7" } });
  app.clock.set(testNow);
});
afterAll(() => app.close());

it("a report says until when its moments can be opened, and that they are gone after that, also as a PDF", async () => {
  const { booking, interviewer, interviewee } = await createBookedInterview(app);
  await app.deps.database
    .insertInto("roomMarks")
    .values({
      id: randomUUID(),
      bookingId: booking._id,
      authorId: interviewer.user._id,
      label: "good",
      note: "Says the plan first",
      markedAt: addMinutes(new Date(booking.startTime), 3),
    })
    .execute();
  advancePastEnd(app, booking);
  await completeDueBookings(app.deps);
  await app.runJobs();
  const { token, user } = interviewee;
  const path = `/api/user/reports/${booking._id}`;
  const read = async () => (await app.call("GET", path, { token })).body;
  const readAsPdf = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${app.url}${path}/pdf`, { headers });
    return (await readPdf(Buffer.from(await response.arrayBuffer()))).join(" ");
  };

  const deletedAt = addMinutes(new Date(booking.endTime), 7 * 24 * 60);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Asia/Kolkata" }).format(
    deletedAt,
  );
  expect((await read()).record).toEqual({ deletedAt: deletedAt.toISOString(), isDeleted: false });
  expect(await readAsPdf()).toContain(`The record is kept until ${day}`);
  const mails = await app.mailsTo(user.email);
  expect(mails.at(-1)?.text).toContain("is deleted 7 days after the interview");

  app.clock.set(addMinutes(deletedAt, 1));
  const body = await read();
  expect(body.record.isDeleted).toBe(true);
  expect(body.report.claims).toHaveLength(1);
  expect(await readAsPdf()).toMatch(new RegExp(`record deleted.*was deleted on ${day}`, "s"));
});
