import { randomUUID } from "node:crypto";
import type { BookingDay } from "@greenroom/contract/desk/bookings.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importInterview } from "../../room/record/import-interview.ts";
import {
  createBookedInterview,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";

let app: TestApp;
let support: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  support = await app.signUpOperator({ level: "support" });
});
afterAll(() => app.close());

const week = (query: Record<string, string>) => {
  const search = new URLSearchParams({ firstDay: "2026-11-16", timeZone: "Asia/Kolkata", ...query });
  return app.call("GET", `/api/operator/bookings/week?${search}`, { token: support.token });
};
const counts = async (query: Record<string, string> = {}) =>
  ((await week(query)).body as BookingDay[]).map(({ bookings }) => bookings.length);

describe("a week of bookings", () => {
  it("has seven days of the operator's zone, by person and state", async () => {
    // Friday noon in India; this one starts at 22:00, and the other one 4 hours later, on Saturday.
    const friday = await createBookedInterview(app, { hours: 10 });
    const saturday = await createBookedInterview(app, { hours: 14 });
    const days: BookingDay[] = (await week({})).body;
    expect(days.map(({ day }) => day)).toEqual([16, 17, 18, 19, 20, 21, 22].map((date) => `2026-11-${date}`));
    expect(await counts()).toEqual([0, 0, 0, 0, 1, 1, 0]);
    expect(days[4]).toMatchObject({
      bookings: [{ _id: friday.booking._id, status: "pending", interviewer: { name: "Ira Viewer" } }],
      hasMore: false,
    });
    expect(await counts({ timeZone: "UTC" })).toEqual([0, 0, 0, 0, 2, 0, 0]);
    const own = { person: saturday.interviewer.user.email };
    expect(await counts({ firstDay: "2026-11-21", ...own })).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(await counts(own)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(await counts({ person: friday.interviewee.user._id })).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(await counts({ status: "cancelled" })).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("has at most twenty bookings of a day, the earliest, and says that there are more", async () => {
    const interviewer = await app.signUpInterviewer({ firstName: "Busy", lastName: "Today" });
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 21, pricePaise: 21_000 });
    for (let index = 0; index < 21; index += 1) {
      const startTime = hoursFromNow(app, 72 + index);
      await offerSlot(app, interviewer, startTime);
      const { status } = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
      expect(status).toBe(201);
    }
    const [day]: BookingDay[] = (await week({ firstDay: "2026-11-23", timeZone: "Asia/Kolkata" })).body;
    expect([day?.bookings.length, day?.hasMore]).toEqual([13, false]);
    const [busy]: BookingDay[] = (
      await week({ firstDay: "2026-11-23", timeZone: "America/New_York", person: "busy" })
    ).body;
    expect([busy?.bookings.length, busy?.hasMore]).toEqual([20, true]);
    const starts = busy?.bookings.map(({ startTime }) => startTime) ?? [];
    expect(starts).toEqual(starts.toSorted());
  });

  it("is one line of the audit log", async () => {
    const lines = async () =>
      Number(
        (await app.deps.pool.query("select count(*) from audit_log where action = 'desk.bookings-listed'"))
          .rows[0].count,
      );
    const before = await lines();
    await week({});
    expect(await lines()).toBe(before + 1);
  });

  it.each([
    ["firstDay", { firstDay: "soon" }],
    ["firstDay", { firstDay: "9999-12-31" }],
    ["timeZone", { timeZone: "Mars/Base" }],
    ["status", { status: "lost" }],
    ["person", { person: "x".repeat(101) }],
  ])("refuses a wrong %s", async (field, query) => {
    const { status, body } = await week(query);
    expect([status, body.details[0].path]).toEqual([400, field]);
  });
});

describe("the room's record at the desk", () => {
  it("shows joins, leaves, chat and code, nothing private, and who looked", async () => {
    const { booking, interviewee, interviewer } = await createBookedInterview(app);
    const start = new Date(booking.startTime);
    const at = (minutes: number) => addMinutes(start, minutes);
    app.clock.set(at(5));
    const note = { id: randomUUID(), label: "good", note: "Only between the two" };
    const { token } = interviewer;
    await app.call("POST", `/api/rooms/${booking._id}/presence`, { token });
    const marked = await app.call("POST", `/api/rooms/${booking._id}/marks`, { token, body: note });
    const noted = await app.call("PUT", `/api/rooms/${booking._id}/notes`, {
      token,
      body: { body: "Private" },
    });
    expect([marked.status, noted.status]).toEqual([201, 204]);
    const [intervieweeId, interviewerId] = [interviewee.user._id, interviewer.user._id];
    await importInterview(app.deps, {
      bookingId: booking._id,
      language: "python",
      visits: [{ personId: intervieweeId, from: at(1), to: at(20) }],
      events: [
        { kind: "chat", at: at(6), personId: interviewerId, body: "I have to go" },
        { kind: "code", at: at(7), personId: intervieweeId, text: "print(1)" },
      ],
    });
    app.clock.set(at(60));
    await app.deps.pool.query("update operator_sign_ins set confirmed_at = greatest(opened_at, $1)", [
      at(60),
    ]);
    const { status, body } = await app.call("GET", `/api/operator/bookings/${booking._id}/room-record`, {
      token: support.token,
    });
    expect(status).toBe(200);
    const listed = body.items.map(({ kind, personId }: { kind: string; personId?: string }) => [
      kind,
      personId === intervieweeId ? "interviewee" : personId === interviewerId ? "interviewer" : null,
    ]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ["joined", "interviewee"],
        ["joined", "interviewer"],
        ["chat", "interviewer"],
        ["code", null],
        ["left", "interviewee"],
        ["left", "interviewer"],
      ]),
    );
    expect(body.code).toMatchObject({ text: "print(1)" });
    expect(body.people.map(({ firstName }: { firstName: string }) => firstName)).toEqual(["Cand", "Ira"]);
    expect(JSON.stringify(body)).not.toMatch(/Private|Only between/);
    const { rows } = await app.deps.pool.query(
      "select actor_user_id from audit_log where subject = $1 and action = 'desk.room-record-viewed'",
      [`booking:${booking._id}`],
    );
    expect(rows).toEqual([{ actor_user_id: support.user._id }]);
  });

  it("needs a confirmation of this sitting, and a booking", async () => {
    const { booking } = await createBookedInterview(app);
    const path = (id: string) => `/api/operator/bookings/${id}/room-record`;
    const confirmed = await app.signUpOperator({ level: "support" });
    app.clock.advance({ hours: 4 });
    const late = await app.call("GET", path(booking._id), { token: confirmed.token });
    expect(late.body.code).toBe("confirmation_required");
    const fresh = await app.signUpOperator({ level: "support" });
    expect((await app.call("GET", path(randomUUID()), { token: fresh.token })).status).toBe(404);
    const empty = await app.call("GET", path(booking._id), { token: fresh.token });
    expect(empty.body).toMatchObject({ items: [], code: null });
  });
});
