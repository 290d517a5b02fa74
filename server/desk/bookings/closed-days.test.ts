import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantTestCredits, offerSlot, postBooking } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../testing/app.ts";
import { confirmAction } from "../desk.testing.ts";

let app: TestApp;
let operator: SignedUpUser;
let interviewer: SignedUpUser;
/** Tuesday 24 November 2026, 10:30 and 18:00 in India. */
const [morning, evening] = ["2026-11-24T05:00:00.000Z", "2026-11-24T12:30:00.000Z"] as const;
const closedSubject = "We closed Tue 24 Nov 2026 in your calendar";
const openSubject = "Tue 24 Nov 2026 is open again in your calendar";

beforeAll(async () => {
  app = await createTestApp();
  operator = await app.signUpOperator();
});
afterAll(() => app.close());
beforeEach(async () => {
  interviewer = await app.signUpInterviewer();
  await offerSlot(app, interviewer, morning);
  await offerSlot(app, interviewer, evening);
});

/** Cancels the day's only interview, closes the day and returns its days off. */
async function closeDay(startTime: string = evening): Promise<string[]> {
  const person = await app.signUp();
  await grantTestCredits(app, person, { sessions: 1 });
  const booked = await postBooking(app, person, {
    startTime,
    interviewerId: interviewer.user._id,
  });
  const asked = { bookingIds: [booked.body._id], closesDays: true };
  const { body } = await confirmAction(app, operator, "/api/operator/bookings/cancellation", asked);
  return body.undo.body.daysOff;
}
const reopen = (daysOff: string[]) =>
  confirmAction(app, operator, "/api/operator/closed-days/reopening", { daysOff });
async function dayMails() {
  await app.runJobs();
  const mails = await app.mailsTo(interviewer.user.email);
  return mails.filter(({ subject }) => subject?.includes("in your calendar"));
}
const subjects = async () => (await dayMails()).map(({ subject }) => subject);
const offered = async () =>
  (await app.call("GET", "/api/interviewer/availability", { token: interviewer.token })).body.map(
    ({ slotTime }: { slotTime: string }) => slotTime,
  );

describe("the mails about a day that an operator closes", () => {
  it("say that the free times come back when the interviewer ends the day off, and they do", async () => {
    const [id] = await closeDay();
    const [mail] = await dayMails();
    expect(mail?.text).toContain("If you end it there, your free times on that day come back.");
    expect(mail?.text).not.toContain("add them again");
    expect(mail?.text).toContain("we closed Tue 24 Nov 2026 (IST) in your calendar");
    expect(await offered()).toEqual([]);
    await app.call("DELETE", `/api/interviewer/time-off/${id}`, { token: interviewer.token });
    expect(await offered()).toEqual([morning]);
    expect(await subjects()).toEqual([closedSubject]);
  });

  it("tell the interviewer that the day is open again", async () => {
    const daysOff = await closeDay();
    expect(await subjects()).toEqual([closedSubject]);
    expect((await reopen(daysOff)).status).toBe(200);
    const mails = await dayMails();
    expect(mails.map(({ subject }) => subject)).toEqual([closedSubject, openSubject]);
    expect(mails[1]?.text).toContain("we have reopened Tue 24 Nov 2026 (IST) in your calendar");
    expect(mails[1]?.text).toContain("people can book your free times on that day again");
    expect(mails[1]?.text).toContain("Interviews that were canceled stay canceled.");
  });

  it("do not say that a day is closed that was opened before the mail was sent", async () => {
    await reopen(await closeDay());
    expect(await subjects()).toEqual([openSubject]);
  });

  it("do not say that a day is open that was closed again before the mail was sent", async () => {
    await offerSlot(app, interviewer, "2026-11-24T08:00:00.000Z");
    await reopen(await closeDay());
    await closeDay(morning);
    expect(await subjects()).toEqual([closedSubject]);
  });
});

describe("the list of closed days", () => {
  const list = async (query: Record<string, string> = {}) =>
    await app.call("GET", `/api/operator/closed-days?${new URLSearchParams(query)}`, {
      token: operator.token,
    });
  const daysOf = async (query: Record<string, string> = {}) =>
    (await list({ person: interviewer.user.email, ...query })).body;
  const [day, after] = ["2026-11-23T18:30:00.000Z", "2026-11-24T18:30:00.000Z"];

  it("names a day that an operator closed until it is opened again", async () => {
    expect(await daysOf()).toEqual([]);
    const [id = ""] = await closeDay();
    const { _id, firstName, lastName, email } = interviewer.user;
    const closed = {
      ...{ _id: id, day: "2026-11-24", timeZone: "Asia/Kolkata" },
      interviewer: { _id, name: `${firstName} ${lastName}`, email },
    };
    expect(await daysOf()).toEqual([closed]);
    expect((await list({ from: day, to: after })).body).toContainEqual(closed);
    expect(await daysOf({ person: _id })).toEqual([closed]);
    expect(await daysOf({ from: after })).toEqual([]);
    expect(await daysOf({ to: day })).toEqual([]);
    expect((await reopen([id])).status).toBe(200);
    expect(await daysOf()).toEqual([]);
  });

  it("has neither the interviewer's own days off nor days that are over", async () => {
    await app.call("POST", "/api/interviewer/time-off", {
      token: interviewer.token,
      body: { firstDay: "2026-11-25", lastDay: "2026-11-25", timeZone: "Asia/Kolkata" },
    });
    expect(await daysOf()).toEqual([]);
    await closeDay();
    app.clock.set(after);
    operator = await app.signUpOperator();
    expect(await daysOf({ from: day })).toEqual([]);
    app.clock.set(testNow);
    operator = await app.signUpOperator();
    expect(await daysOf({ from: day })).toHaveLength(1);
  });

  it("comes in pages, and each read is a line of the audit log", async () => {
    const looks = async () =>
      Number(
        (await app.deps.pool.query("select count(*) from audit_log where action = 'desk.closed-days-listed'"))
          .rows[0].count,
      );
    const first = await closeDay();
    interviewer = await app.signUpInterviewer();
    await offerSlot(app, interviewer, morning);
    await offerSlot(app, interviewer, evening);
    const second = await closeDay();
    const before = await looks();
    const all = (await list()).body.map(({ _id }: { _id: string }) => _id);
    expect(all).toEqual(expect.arrayContaining([...first, ...second]));
    const page = await list({ limit: "1" });
    expect(page.body.map(({ _id }: { _id: string }) => _id)).toEqual(all.slice(0, 1));
    expect(page.headers.get("link")).toContain('rel="next"');
    expect(await looks()).toBe(before + 2);
  });

  it.each([
    ["from", { from: "soon" }],
    ["to", { to: "2026-11-24" }],
    ["person", { person: "x".repeat(101) }],
    ["limit", { limit: "0" }],
  ])("refuses a wrong %s", async (field, query) => {
    const { status, body } = await list(query);
    expect([status, body.details[0].path]).toEqual([400, field]);
  });
});
