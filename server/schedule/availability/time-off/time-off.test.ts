import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { bookFirstSlot, listOwnSlots, startWeekly } from "../../../testing/weekly-hours.ts";
import { postBooking } from "../../bookings/bookings.testing.ts";
import { generateWeeklySlots } from "../weekly/generate-slots.ts";

let app: TestApp;
let interviewer: SignedUpUser;
let interviewee: SignedUpUser;
const offPath = "/api/interviewer/time-off";

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An interviewer with weekly hours, and an interviewee who can book. */
async function start(): Promise<void> {
  ({ interviewer, interviewee } = await startWeekly(app));
}
const listSlots = () => listOwnSlots(app, interviewer);
const bookFirst = () => bookFirstSlot(app, { interviewer, interviewee });

describe("time off", () => {
  const takeTimeOff = (body: object) =>
    app.call("POST", offPath, {
      token: interviewer.token,
      body: { firstDay: "2026-11-20", lastDay: "2026-11-23", timeZone: "Asia/Kolkata", ...body },
    });

  it("removes free slots, lists booked ones, prevents new ones, and restores them when it is deleted", async () => {
    await start();
    const booked = await bookFirst();
    const answer = await takeTimeOff({});
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      removed: 5,
      timeOff: { booked: [{ startTime: booked, userId: { email: interviewee.user.email } }] },
    });
    await generateWeeklySlots(app.deps);
    expect((await listSlots()).map(({ slotTime }) => slotTime).slice(0, 2)).toEqual([
      booked,
      "2026-11-25T12:30:00.000Z",
    ]);
    const refused = await app.call("POST", "/api/interviewer/availability", {
      token: interviewer.token,
      body: { slotTime: "2026-11-22T10:00:00.000Z" },
    });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You have time off then. End it under Weekly hours to add this slot.",
    ]);
    const stranger = await app.signUpInterviewer();
    const offId = answer.body.timeOff._id;
    expect((await app.call("DELETE", `${offPath}/${offId}`, { token: stranger.token })).status).toBe(404);
    const back = await app.call("DELETE", `${offPath}/${offId}`, { token: interviewer.token });
    expect(back.body).toEqual({ added: 5, removed: 0 });
  });

  it("does not offer the time of a canceled interview until the time off ends", async () => {
    await start();
    const startTime = await bookFirst();
    const { body } = await takeTimeOff({});
    const [booking] = (await app.call("GET", "/api/user/bookings", { token: interviewee.token })).body;
    app.clock.set("2026-11-19T20:00:00.000Z");
    const cancelled = await app.call("POST", `/api/user/bookings/${booking._id}/cancel`, {
      token: interviewee.token,
    });
    expect(cancelled.body.booking.cancellation.sessionReturned).toBe(true);
    expect((await listSlots()).map(({ slotTime }) => slotTime)).not.toContain(startTime);
    const again = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    expect(again.status).toBe(409);
    await app.call("DELETE", `${offPath}/${body.timeOff._id}`, { token: interviewer.token });
    expect((await listSlots()).map(({ slotTime }) => slotTime)).toContain(startTime);
    app.clock.set("2026-11-20T06:30:00.000Z");
  });

  it("can have at most 50 entries that are not over", async () => {
    await start();
    const days = { firstDay: "2027-02-01", lastDay: "2027-02-01" };
    for (let count = 0; count < 50; count += 1) expect((await takeTimeOff(days)).status).toBe(201);
    const refused = await takeTimeOff(days);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You can have at most 50 entries of time off ahead. Delete one of them first.",
    ]);
  });

  it.each([
    [
      "days that are over",
      { firstDay: "2026-11-01", lastDay: "2026-11-19" },
      "These days have passed already.",
    ],
    ["days in the wrong order", { lastDay: "2026-11-19" }, "The last day must not be before the first."],
    ["more than a year", { lastDay: "2028-01-01" }, "Time off can be at most a year."],
  ])("is refused for %s", async (_name, body, msg) => {
    interviewer = await app.signUpInterviewer();
    const answer = await takeTimeOff(body);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
