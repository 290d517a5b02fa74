import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPdf } from "../../../people/resumes/resumes.testing.ts";
import { createBookedInterview, holdInterview } from "../../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../../schedule/bookings/end.ts";
import { createTestApp, type TestApp, testNow } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_RECORD_DAYS: "7" } });
  app.clock.set(testNow);
});
afterAll(() => app.close());

const mark = (booking: { _id: string; startTime: string }, authorId: string) => ({
  id: randomUUID(),
  bookingId: booking._id,
  authorId,
  label: "good" as const,
  note: "Says the plan first",
  markedAt: addMinutes(new Date(booking.startTime), 3),
});

function readReports(id: string, token: string) {
  const path = `/api/user/reports/${id}`;
  return {
    read: async () => (await app.call("GET", path, { token })).body,
    readAsPdf: async () => {
      const response = await fetch(`${app.url}${path}/pdf`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await readPdf(Buffer.from(await response.arrayBuffer()))).join(" ");
    },
  };
}

it("a report says until when its moments can be opened, and that they are gone after that, also as a PDF", async () => {
  const { booking, interviewer, interviewee } = await createBookedInterview(app);
  await app.deps.database.insertInto("roomMarks").values(mark(booking, interviewer.user._id)).execute();
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
  await app.runJobs();
  const { token, user } = interviewee;
  const { read, readAsPdf } = readReports(booking._id, token);

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

it("what was said can no longer be opened once the transcript is deleted, and a PDF has both parties' disputes", async () => {
  const { booking, interviewer, interviewee } = await createBookedInterview(app);
  const { token, user } = interviewee;
  const said = addMinutes(new Date(booking.startTime), 2);
  await app.deps.database
    .insertInto("roomUtterances")
    .values({
      id: randomUUID(),
      bookingId: booking._id,
      speakerId: user._id,
      startedAt: said,
      endedAt: addMinutes(said, 1),
      text: "My plan is to split by time, then one offline metric.",
      language: "en",
    })
    .execute();
  await app.deps.database.insertInto("roomMarks").values(mark(booking, interviewer.user._id)).execute();
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
  app.clock.advance({ minutes: 20 });
  await app.runJobs();
  const { read, readAsPdf } = readReports(booking._id, token);
  const before = await read();
  expect(before.record.transcriptDeletedAt).toBeUndefined();
  expect(before.report.claims[0].evidence.map(({ kind }: { kind: string }) => kind)).toContain("utterance");
  const claimId = before.report.claims[0].id;
  const line = "I said it before the question.";
  const dispute = `/api/user/reports/${booking._id}/claims/${claimId}/dispute`;
  expect((await app.call("POST", dispute, { token, body: { line } })).status).toBe(200);

  expect((await app.call("DELETE", `/api/rooms/${booking._id}/transcript`, { token })).status).toBe(204);
  expect((await read()).record.transcriptDeletedAt).toBe(app.clock.now().toISOString());
  const pdf = await readAsPdf();
  expect(pdf).toContain(`You disputed this: ${line}`);
  expect(pdf).toContain("you said, transcript deleted");
  expect(pdf).toContain("The transcript was deleted on 20 November 2026");
});
