import { beforeAll, describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { grantTestCredits, hoursFromNow, offerSlot, postBooking } from "./bookings.testing.ts";

const app = useTestApp();
const interviewer = useBeforeAll(() => app.signUpInterviewer({ firstName: "Ira" }));
const interviewee = useBeforeAll(() => app.signUp({ firstName: "Cand" }));
let hour = 24;

beforeAll(async () => {
  await grantTestCredits(app, interviewee, { sessions: 20, pricePaise: 999_00 });
});

/** A new slot, in the form of a booking request. */
async function freshSlot() {
  hour += 1;
  const startTime = hoursFromNow(app, hour);
  await offerSlot(app, interviewer, startTime);
  return { startTime, interviewerId: interviewer.user._id };
}

/** Everything that a booking can change. */
async function state() {
  const { database } = app.deps;
  return {
    bookings: await database.selectFrom("bookings").selectAll().orderBy("id").execute(),
    slots: await database.selectFrom("availability").selectAll().orderBy("id").execute(),
    ledger: await database.selectFrom("ledgerEntries").selectAll().orderBy("id").execute(),
  };
}

describe("booking a slot", () => {
  it("returns the booking, spends one credit, and removes the slot from the next list", async () => {
    const slot = await freshSlot();
    const listed = async () =>
      (await app.read(interviewee, "/api/user/slots")).some(
        ({ slotTime }: { slotTime: string }) => slotTime === slot.startTime,
      );
    const sessionCount = async () => (await app.read(interviewee, "/api/user/profile")).sessionCount;
    const sessionsBefore = await sessionCount();
    expect(await listed()).toBe(true);
    const answer = await postBooking(app, interviewee, slot);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      _id: expect.any(String),
      startTime: slot.startTime,
      endTime: new Date(new Date(slot.startTime).getTime() + 45 * 60_000).toISOString(),
      status: "pending",
      zoomLink: null,
      feedbackFileUrl: null,
      feedback: null,
      aiFeedback: null,
      remediedAt: null,
      allowedActions: ["reschedule", "cancel"],
      freeUntil: new Date(new Date(slot.startTime).getTime() - 12 * 3_600_000).toISOString(),
      cancellation: null,
      noShowReports: [],
      unclear: null,
      feedbackAwaitedFrom: null,
      proposedMoveId: null,
      goal: null,
      mayEditGoal: true,
      interviewerId: { _id: interviewer.user._id, firstName: "Ira", lastName: "Test" },
    });
    expect(await listed()).toBe(false);
    expect(await sessionCount()).toBe(sessionsBefore - 1);
    expect((await state()).ledger.at(-1)).toMatchObject({
      kind: "spend",
      delta: -1,
      bookingId: answer.body._id,
    });
  });

  it("creates the meeting and mails both parties, each in their own time zone with its name", async () => {
    await app.deps.database
      .updateTable("users")
      .set({ timeZone: "America/New_York" })
      .where("id", "=", interviewer.user._id)
      .execute();
    // The mails about bookings of other tests.
    await app.runJobs();
    await app.runJobs();
    const mailsToInterviewer = async () => await app.mailsTo(interviewer.user.email, /booked you/);
    const before = (await mailsToInterviewer()).length;
    const slot = await freshSlot();
    const { body } = await postBooking(app, interviewee, slot);
    await app.runJobs();
    await app.runJobs();
    const mine = await app.read(interviewee, "/api/user/bookings");
    const made = mine.find(({ _id }: { _id: string }) => _id === body._id);
    expect(made).toMatchObject({
      zoomLink: `${app.deps.config.publicUrl}/room/${body._id}`,
      allowedActions: ["join", "reschedule", "cancel"],
    });
    const toInterviewee = await app.mailsTo(interviewee.user.email, /interview/);
    expect(toInterviewee.at(-1)?.text).toMatch(/\d\d:\d\d to \d\d:\d\d IST/);
    const toInterviewer = await mailsToInterviewer();
    expect(toInterviewer.at(-1)?.text).toMatch(/\d\d:\d\d to \d\d:\d\d EST/);
    expect(toInterviewer).toHaveLength(before + 1);
  });

  const taken = "This slot has just been taken. Please choose another one.";
  it.each<[string, number, () => string, [number, string, string]]>([
    [
      "a past slot",
      -1,
      () => interviewer.user._id,
      [400, "invalid_input", "This slot is in the past. Please choose another one."],
    ],
    ["a slot that is not offered", 9999, () => interviewer.user._id, [409, "slot_taken", taken]],
    ["an unknown interviewer", 25, () => "0190a5b8-7c00-7000-8000-00000000ffff", [409, "slot_taken", taken]],
    [
      "an id of another kind",
      25,
      () => "1",
      [
        400,
        "invalid_input",
        "This id is incomplete or wrong. If you followed a link, check that it is complete.",
      ],
    ],
    ["themself", 25, () => interviewee.user._id, [400, "invalid_input", "You cannot book your own slot."]],
  ])("refuses %s and changes nothing", async (_name, hours, interviewerId, expected) => {
    const before = await state();
    const body = { startTime: hoursFromNow(app, hours), interviewerId: interviewerId() };
    const answer = await postBooking(app, interviewee, body);
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual(expected);
    expect(await state()).toEqual(before);
  });

  it("distinguishes people who never bought a plan from people who used up their credits", async () => {
    const slot = await freshSlot();
    const newcomer = await app.signUp();
    const before = await state();
    const answer = await postBooking(app, newcomer, slot);
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      409,
      "no_plan",
      "You Don't Have an Active Plan",
    ]);
    expect(await state()).toEqual(before);
  });

  it("refuses a second interview at the same time, and keeps the session and the slot", async () => {
    const slot = await freshSlot();
    const second = await app.signUpInterviewer();
    await offerSlot(app, second, slot.startTime);
    expect((await postBooking(app, interviewee, slot)).status).toBe(201);
    const before = await state();
    const answer = await postBooking(app, interviewee, { ...slot, interviewerId: second.user._id });
    expect([answer.status, answer.body.msg]).toEqual([409, "You already have an interview at this time."]);
    expect(await state()).toEqual(before);
  });

  it("books no slot of a blocked interviewer", async () => {
    const blocked = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 700);
    await offerSlot(app, blocked, startTime);
    await app.deps.database
      .updateTable("users")
      .set({ blockedAt: app.clock.now() })
      .where("id", "=", blocked.user._id)
      .execute();
    const answer = await postBooking(app, interviewee, { startTime, interviewerId: blocked.user._id });
    expect(answer.body.code).toBe("slot_taken");
  });
});

describe("Idempotency-Key", () => {
  it("returns the same booking again, even when both requests arrive at once", async () => {
    const slot = await freshSlot();
    const headers = { "idempotency-key": "attempt 1" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postBooking(app, interviewee, slot, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    const spent = (await state()).ledger.filter(({ bookingId }) => bookingId === answers[0]?.body._id);
    expect(spent).toHaveLength(1);
  });

  it("does not return a booking that was canceled since as a new one", async () => {
    const slot = await freshSlot();
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 2 });
    const { token } = person;
    const headers = { "idempotency-key": "attempt 3" };
    const { body } = await postBooking(app, person, slot, headers);
    expect((await app.post({ token }, `/api/user/bookings/${body._id}/cancel`)).status).toBe(200);
    const again = await postBooking(app, person, slot, headers);
    expect([again.status, again.body.code, again.body.msg]).toEqual([
      409,
      "conflict",
      "You had booked this slot, but that booking was canceled. Confirm again to book it.",
    ]);
    const anew = await postBooking(app, person, slot, { "idempotency-key": "attempt 4" });
    expect([anew.status, anew.body.status]).toEqual([201, "pending"]);
  });

  it("refuses the key for another booking", async () => {
    const headers = { "idempotency-key": "attempt 2" };
    expect((await postBooking(app, interviewee, await freshSlot(), headers)).status).toBe(201);
    const answer = await postBooking(app, interviewee, await freshSlot(), headers);
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      "This Idempotency-Key was already used for another booking.",
    ]);
  });

  it.each([["", "x".repeat(201), "caf\u00e9"]].flat())("refuses the key %j", async (key) => {
    const answer = await postBooking(app, interviewee, await freshSlot(), { "idempotency-key": key });
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      "Idempotency-Key must be 1 to 200 printable characters.",
    ]);
  });
});

it("sorts own bookings pending first and soonest first, all sessions newest first, and shows the interviewer the interviewee's address", async () => {
  for (let count = 0; count < 3; count += 1)
    expect((await postBooking(app, interviewee, await freshSlot())).status).toBe(201);
  const [bookings, sessions, theirs] = await Promise.all([
    app.get(interviewee, "/api/user/bookings"),
    app.get(interviewee, "/api/user/sessions"),
    app.get(interviewer, "/api/interviewer/bookings"),
  ]);
  const times = (list: { startTime: string }[]) => list.map(({ startTime }) => startTime);
  expect(bookings.body.length).toBeGreaterThan(2);
  expect(times(bookings.body)).toEqual(times(bookings.body).sort());
  expect(times(sessions.body)).toEqual(times(bookings.body).reverse());
  expect(times(theirs.body)).toEqual(times(theirs.body).sort());
  expect(theirs.body[0]).toMatchObject({
    userId: { _id: interviewee.user._id, firstName: "Cand", email: interviewee.user.email },
    intervieweeFeedback: null,
  });
  const stranger = await app.signUp();
  expect(await app.read(stranger, "/api/user/bookings")).toEqual([]);
});
