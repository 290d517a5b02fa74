import { beforeEach, describe, expect, it } from "vitest";
import {
  type BookedInterview,
  createBookedInterview,
  holdInterview,
  hoursFromNow,
  offerSlot,
} from "../schedule/bookings/bookings.testing.ts";
import { testNow, useTestApp } from "../testing/app.ts";
import { writePdf } from "../testing/files.ts";
import { feedbackForm } from "../testing/records.ts";
import { inTransaction } from "./db/transaction.ts";
import { answerOnce, purgeAnswers } from "./idempotency.ts";

const app = useTestApp();
let booked: BookedInterview;
beforeEach(async () => {
  app.clock.set(testNow);
  booked = await createBookedInterview(app, { hours: 48 });
});

const pdf = writePdf("Feedback", ["Well done."]);

function pdfForm(name: string): FormData {
  const form = new FormData();
  form.append("feedback", new Blob([new Uint8Array(pdf)], { type: "application/pdf" }), name);
  return form;
}

interface Sent {
  path: string;
  by: "interviewee" | "interviewer";
  body: unknown;
  other: unknown;
  isAfter?: boolean;
}

const sends: Record<string, () => Promise<Sent>> = {
  rating: async () => {
    const rating = {
      bookingId: booked.booking._id,
      interviewerId: booked.interviewer.user._id,
      interviewScore: 4,
      overallSummary: "Clear questions.",
    };
    const other = { ...rating, interviewScore: 2 };
    return { path: "/api/user/feedback", by: "interviewee", body: rating, other, isAfter: true };
  },
  "feedback form": async () => {
    const form = feedbackForm();
    return {
      path: `/api/interviewer/feedback-report/${booked.booking._id}`,
      by: "interviewer",
      body: form,
      other: { ...form, summary: "Bad." },
      isAfter: true,
    };
  },
  "feedback PDF": async () => ({
    path: `/api/interviewer/feedback-upload/${booked.booking._id}`,
    by: "interviewer",
    body: pdfForm("a.pdf"),
    other: pdfForm("b.pdf"),
    isAfter: true,
  }),
  cancellation: async () => ({
    path: `/api/user/bookings/${booked.booking._id}/cancel`,
    by: "interviewee",
    body: { expecting: "session-returned" },
    other: { expecting: "session-forfeited" },
  }),
  move: async () => {
    const interviewerId = booked.interviewer.user._id;
    const [startTime, otherTime] = [hoursFromNow(app, 50), hoursFromNow(app, 52)];
    await offerSlot(app, booked.interviewer, startTime);
    await offerSlot(app, booked.interviewer, otherTime);
    return {
      path: `/api/user/bookings/${booked.booking._id}/reschedule`,
      by: "interviewee",
      body: { startTime, interviewerId },
      other: { startTime: otherTime, interviewerId },
    };
  },
};

describe.each(Object.keys(sends))("a %s whose answer was lost", (name) => {
  it("is answered the same when it is sent again, and another one under its key is refused", async () => {
    const { path, by, body, other, isAfter } = await (sends[name] as () => Promise<Sent>)();
    if (isAfter) await holdInterview(app, booked.booking);
    const { token } = booked[by];
    const send = (sent: unknown, key?: string) =>
      app.call("POST", path, {
        token,
        body: sent,
        ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
      });
    const first = await send(body, "attempt 1");
    expect([200, 201]).toContain(first.status);
    const second = await send(body, "attempt 1");
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const changed = await send(other, "attempt 1");
    expect([changed.status, changed.body.msg]).toEqual([
      409,
      "This Idempotency-Key was already used for another request.",
    ]);
    // Without the key, or with another one, it is a second request.
    expect((await send(body)).status).toBe(409);
    expect((await send(body, "attempt 2")).status).toBe(409);
    expect((await send(body, "é")).status).toBe(400);
  });

  it("is done once when it comes three times at the same moment", async () => {
    const { path, by, body, isAfter } = await (sends[name] as () => Promise<Sent>)();
    if (isAfter) await holdInterview(app, booked.booking);
    const headers = { "idempotency-key": "attempt 1" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call("POST", path, { token: booked[by].token, body, headers })),
    );
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    expect([200, 201]).toContain(answers[0]?.status);
    expect(new Set(answers.map((answer) => answer.body.msg)).size).toBe(1);
  });
});

it("a request that another server answers first gets that answer", async () => {
  const { database, clock } = app.deps;
  const request = {
    userId: booked.interviewee.user._id,
    key: "attempt 1",
    requestHash: Buffer.from("a hash"),
  };
  const createdAt = clock.now();
  const answer = await answerOnce<string>({ database, now: createdAt }, request, async (keep) => {
    await database
      .insertInto("requestKeys")
      .values({ ...request, answer: JSON.stringify("by the other server"), createdAt })
      .execute();
    await inTransaction(database, (tx) => keep(tx, "by this server"));
    return "by this server";
  });
  expect(answer).toBe("by the other server");
});

it("a request whose connection broke after the commit gets its answer", async () => {
  const { database, clock } = app.deps;
  const request = {
    userId: booked.interviewee.user._id,
    key: "attempt 1",
    requestHash: Buffer.from("a hash"),
  };
  const answer = await answerOnce<string>({ database, now: clock.now() }, request, async (keep) => {
    await inTransaction(database, (tx) => keep(tx, "Done."));
    throw new Error("Connection terminated");
  });
  expect(answer).toBe("Done.");
});

it("an interviewer's cancellation gets the same response when it is sent again", async () => {
  const cancel = () =>
    app.call("POST", `/api/interviewer/bookings/${booked.booking._id}/cancel`, {
      token: booked.interviewer.token,
      headers: { "idempotency-key": "attempt 1" },
    });
  const first = await cancel();
  expect(first.status).toBe(200);
  expect((await cancel()).body).toEqual(first.body);
});

it("a refused request leaves its key free", async () => {
  const sent = await (sends.rating as () => Promise<Sent>)();
  const headers = { "idempotency-key": "attempt 1" };
  const send = () =>
    app.call("POST", sent.path, { token: booked.interviewee.token, body: sent.body, headers });
  expect((await send()).status).toBe(409);
  await holdInterview(app, booked.booking);
  expect((await send()).status).toBe(201);
});

it("responses are deleted after a week", async () => {
  const sent = await (sends.cancellation as () => Promise<Sent>)();
  const headers = { "idempotency-key": "attempt 1" };
  await app.call("POST", sent.path, { token: booked.interviewee.token, body: sent.body, headers });
  const count = async () =>
    (
      await app.deps.database
        .selectFrom("requestKeys")
        .select("key")
        .where("userId", "=", booked.interviewee.user._id)
        .execute()
    ).length;
  app.clock.advance({ days: 6 });
  await purgeAnswers(app.deps.database, app.clock.now());
  expect(await count()).toBe(1);
  app.clock.advance({ days: 2 });
  await purgeAnswers(app.deps.database, app.clock.now());
  expect(await count()).toBe(0);
});
