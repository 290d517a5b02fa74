import { beforeEach, describe, expect, it } from "vitest";
import { type SignedUpUser, testNow, useTestApp } from "../../testing/app.ts";
import {
  bookFirstSlot,
  evenings,
  listOwnSlots,
  startWeekly,
  weeklyRulesPath,
} from "../../testing/weekly-hours.ts";
import { grantTestCredits, offerSlot, postBooking } from "../bookings/bookings.testing.ts";
import { generateWeeklySlots } from "./weekly-hours.ts";

const app = useTestApp();
let interviewer: SignedUpUser;
let interviewee: SignedUpUser;
const path = weeklyRulesPath;

beforeEach(() => app.clock.set(testNow));

/** Two new people for each test: an interviewer with weekly hours, and an interviewee who can book. */
async function start(fields: object = {}) {
  const { answer, ...people } = await startWeekly(app, fields);
  ({ interviewer, interviewee } = people);
  return answer;
}
const put = (id: string, fields: object, token = interviewer.token) =>
  app.put({ token }, `${path}/${id}`, { ...evenings, ...fields });
const mine = () => listOwnSlots(app, interviewer);
const bookFirst = () => bookFirstSlot(app, { interviewer, interviewee });

describe("weekly hours", () => {
  it("generate slots eight weeks ahead at once, bookable like any other", async () => {
    const answer = await start();
    expect(answer.status).toBe(201);
    // Three slots on each of 25 days: Fridays 20 November to 15 January, eight Mondays, eight Wednesdays.
    expect(answer.body).toMatchObject({ added: 75, removed: 0, rule: { openSlots: 75, bookedSlots: 0 } });
    expect((await mine()).map(({ slotTime }) => slotTime).slice(0, 4)).toEqual([
      "2026-11-20T12:30:00.000Z",
      "2026-11-20T13:15:00.000Z",
      "2026-11-20T14:00:00.000Z",
      "2026-11-23T12:30:00.000Z",
    ]);
    await bookFirst();
    const { body } = await app.get(interviewer, path);
    expect(body).toMatchObject([{ ...evenings, openSlots: 74, bookedSlots: 1 }]);
  });

  it("continue automatically, once however often the job runs", async () => {
    await start();
    app.clock.advance({ days: 7 });
    const [first] = await Promise.all([generateWeeklySlots(app.deps), generateWeeklySlots(app.deps)]);
    expect(first.removed).toBe(0);
    expect(await generateWeeklySlots(app.deps)).toEqual({ added: 0, removed: 0 });
    expect((await mine()).at(-1)?.slotTime).toBe("2027-01-22T14:00:00.000Z");
  });

  it("change without affecting a booked slot", async () => {
    const { body } = await start();
    const booked = await bookFirst();
    const answer = await put(body.rule._id, { windows: [{ from: "09:00", to: "09:45" }] });
    expect(answer.body).toMatchObject({ removed: 74, rule: { bookedSlots: 1 } });
    const slots = await mine();
    expect(slots.filter(({ booking }) => booking !== null).map(({ slotTime }) => slotTime)).toEqual([booked]);
    expect(slots.filter(({ booking }) => booking === null)[0]?.slotTime).toBe("2026-11-23T03:30:00.000Z");
  });

  it("take their free slots with them when deleted; booked ones stay", async () => {
    const { body } = await start();
    const booked = await bookFirst();
    const gone = await app.delete(interviewer, `${path}/${body.rule._id}`);
    expect(gone.status).toBe(200);
    expect((await mine()).map(({ slotTime }) => slotTime)).toEqual([booked]);
    expect(await app.read(interviewer, path)).toEqual([]);
  });

  it.each(["deleted", "changed"] as const)(
    "that were %s are not offered again when a booking of them is canceled or moved",
    async (change) => {
      const offered = async () =>
        (await app.read(interviewee, "/api/user/slots")).filter(
          ({ interviewerId }: { interviewerId: { _id: string } }) =>
            interviewerId._id === interviewer.user._id,
        ) as { slotTime: string }[];
      for (const end of ["cancel", "reschedule"] as const) {
        const { body } = await start();
        const booked = (await mine())[4]?.slotTime ?? "";
        const { body: booking } = await postBooking(app, interviewee, {
          startTime: booked,
          interviewerId: interviewer.user._id,
        });
        const rule = `${path}/${body.rule._id}`;
        if (change === "deleted") await app.delete(interviewer, rule);
        else await put(body.rule._id, { windows: [{ from: "09:00", to: "09:45" }] });
        const other = await app.signUpInterviewer();
        const startTime = "2026-11-27T07:00:00.000Z";
        await offerSlot(app, other, startTime);
        const ended = await app.call("POST", `/api/user/bookings/${booking._id}/${end}`, {
          token: interviewee.token,
          ...(end === "cancel" ? {} : { body: { startTime, interviewerId: other.user._id } }),
        });
        expect(ended.status).toBe(200);
        expect((await offered()).map(({ slotTime }) => slotTime)).not.toContain(booked);
        expect((await mine()).map(({ slotTime }) => slotTime)).not.toContain(booked);
      }
    },
  );

  it("offer a slot again when its booking is canceled", async () => {
    const { body } = await start();
    const booked = (await mine())[4]?.slotTime ?? "";
    const { body: booking } = await postBooking(app, interviewee, {
      startTime: booked,
      interviewerId: interviewer.user._id,
    });
    await app.post(interviewee, `/api/user/bookings/${booking._id}/cancel`);
    expect((await mine()).find(({ slotTime }) => slotTime === booked)).toMatchObject({ booking: null });
    const { body: rules } = await app.get(interviewer, path);
    expect(rules).toMatchObject([{ _id: body.rule._id, openSlots: 75, bookedSlots: 0 }]);
  });

  it.each([
    { name: "with the slot in them", fields: { windows: [{ from: "18:00", to: "19:30" }] }, keeps: true },
    { name: "without the slot", fields: { windows: [{ from: "19:00", to: "20:15" }] }, keeps: false },
    { name: "with a notice that the slot is too early for", fields: { minimumNoticeHours: 7 }, keeps: false },
    { name: "from a later day on", fields: { startsOn: "2026-11-21" }, keeps: false },
  ])("when changed, $name, keep a hold only on a slot that stays", async ({ fields, keeps }) => {
    const { rule } = (await start()).body;
    const [slot] = await mine();
    expect(slot?.slotTime).toBe("2026-11-20T12:30:00.000Z");
    const { token } = interviewee;
    const body = { slotId: slot?._id };
    expect((await app.post({ token }, "/api/user/slot-hold", body)).status).toBe(201);
    expect((await put(rule._id, fields)).status).toBe(200);
    const { state } = await app.read({ token }, `/api/slots/${slot?._id}`);
    expect(state).toBe(keeps ? "yours" : "gone");
    // Once released, it is offered only within the hours.
    await app.delete({ token }, "/api/user/slot-hold");
    expect((await mine()).some(({ _id }) => _id === slot?._id)).toBe(keeps);
  });

  it("do not offer the time of a slot that was made by hand and deleted, until hours are added for it", async () => {
    const day = "2026-11-24";
    const tuesday = async () => (await mine()).filter(({ slotTime }) => slotTime.startsWith(day));
    await start();
    await offerSlot(app, interviewer, `${day}T12:30:00.000Z`);
    const [made] = await tuesday();
    const fields = { ...evenings, weekdays: [2] };
    const older = await app.post(interviewer, path, fields);
    expect(await tuesday()).toHaveLength(3);
    await app.delete(interviewer, `/api/interviewer/availability/${made?._id}`);
    await generateWeeklySlots(app.deps);
    expect((await tuesday()).map(({ slotTime }) => slotTime)).toEqual([
      `${day}T13:15:00.000Z`,
      `${day}T14:00:00.000Z`,
    ]);
    // A change of the same hours asks for nothing new at that time; new hours do.
    await put(older.body.rule._id, { weekdays: [2], minimumNoticeHours: 1 });
    expect(await tuesday()).toHaveLength(2);
    await app.delete(interviewer, `${path}/${older.body.rule._id}`);
    app.clock.advance({ minutes: 1 });
    await app.post(interviewer, path, fields);
    expect(await tuesday()).toHaveLength(3);
  });

  it("do not offer the time of a slot made by hand whose interview its interviewer canceled", async () => {
    interviewer = await app.signUpInterviewer();
    interviewee = await app.signUp();
    await grantTestCredits(app, interviewee, { sessions: 1 });
    const startTime = "2026-11-24T12:30:00.000Z";
    await offerSlot(app, interviewer, startTime);
    await app.post(interviewer, path, { ...evenings, weekdays: [2] });
    const booked = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    const cancel = `/api/interviewer/bookings/${booked.body._id}/cancel`;
    expect((await app.post(interviewer, cancel)).status).toBe(200);
    await generateWeeklySlots(app.deps);
    expect((await mine())[0]?.slotTime).toBe("2026-11-24T13:15:00.000Z");
  });

  it("hold the notice against a booking and against the list", async () => {
    await start({ minimumNoticeHours: 5 });
    const startTime = "2026-11-20T12:30:00.000Z";
    const list = async () => JSON.stringify(await app.read(interviewee, "/api/user/slots"));
    expect(await list()).toContain(interviewer.user._id);
    app.clock.set("2026-11-20T07:30:01.000Z");
    const late = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    expect([late.status, late.body.msg]).toEqual([
      409,
      "This slot can no longer be booked: its interviewer needs longer notice. Please choose another one.",
    ]);
    const slots = (await app.read(interviewee, "/api/user/slots")) as {
      slotTime: string;
      interviewerId: { _id: string };
    }[];
    const theirs = slots.filter(({ interviewerId }) => interviewerId._id === interviewer.user._id);
    expect(theirs[0]?.slotTime).toBe("2026-11-20T13:15:00.000Z");
  });

  it("make room for a slot made by hand, in one transaction each", async () => {
    interviewer = await app.signUpInterviewer();
    await offerSlot(app, interviewer, "2026-11-23T13:00:00.000Z");
    const answers = await Promise.all([0, 1, 2].map(() => app.post(interviewer, path, evenings)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await mine()).filter(({ slotTime }) => slotTime.startsWith("2026-11-23"))).toHaveLength(2);
  });

  it.each([
    ["no day", { weekdays: [] }, "Choose at least one day."],
    ["a day twice", { weekdays: [1, 1] }, "A day can be chosen once."],
    ["no hours", { windows: [] }, "Add the hours of your day."],
    [
      "hours past midnight",
      { windows: [{ from: "22:00", to: "01:00" }] },
      "Hours must end on the day they begin. To go past midnight, end at midnight and add the next day.",
    ],
    [
      "too few minutes",
      { windows: [{ from: "09:00", to: "09:30" }] },
      "A slot is 45 minutes long, so these hours are too short.",
    ],
    [
      "hours that overlap",
      {
        windows: [
          { from: "09:00", to: "11:00" },
          { from: "10:00", to: "12:00" },
        ],
      },
      "These hours overlap.",
    ],
    ["an unknown zone", { timeZone: "Mars/Olympus" }, "This is not a time zone that we know."],
    ["an end before the start", { endsOn: "2026-11-19" }, "The last day must not be before the first."],
    [
      "an end that has passed",
      { startsOn: "2026-11-01", endsOn: "2026-11-19" },
      "The last day has passed already.",
    ],
    ["a day that does not exist", { exceptions: ["2026-02-30"] }, "Choose a date."],
    ["negative notice", { minimumNoticeHours: -1 }, "Notice cannot be negative."],
    ["no slots a day", { mostPerDay: 0 }, "At least one slot a day."],
  ])("are refused with %s", async (_name, fields, msg) => {
    const answer = await start(fields);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
    expect(await mine()).toEqual([]);
  });
});

describe("time off", () => {
  const offPath = "/api/interviewer/time-off";
  const takeTimeOff = (body: object) =>
    app.post(interviewer, offPath, {
      firstDay: "2026-11-20",
      lastDay: "2026-11-23",
      timeZone: "Asia/Kolkata",
      ...body,
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
    expect((await mine()).map(({ slotTime }) => slotTime).slice(0, 2)).toEqual([
      booked,
      "2026-11-25T12:30:00.000Z",
    ]);
    const refused = await app.post(interviewer, "/api/interviewer/availability", {
      slotTime: "2026-11-22T10:00:00.000Z",
    });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "You have time off then. End it under Weekly hours to add this slot.",
    ]);
    const back = await app.delete(interviewer, `${offPath}/${answer.body.timeOff._id}`);
    expect(back.body).toEqual({ added: 5, removed: 0 });
  });

  it("does not offer the time of a canceled interview until the time off ends", async () => {
    await start();
    const startTime = await bookFirst();
    const { body } = await takeTimeOff({});
    const [booking] = await app.read(interviewee, "/api/user/bookings");
    app.clock.set("2026-11-19T20:00:00.000Z");
    const cancelled = await app.post(interviewee, `/api/user/bookings/${booking._id}/cancel`);
    expect(cancelled.body.booking.cancellation.sessionReturned).toBe(true);
    expect((await mine()).map(({ slotTime }) => slotTime)).not.toContain(startTime);
    const again = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    expect(again.status).toBe(409);
    await app.delete(interviewer, `${offPath}/${body.timeOff._id}`);
    expect((await mine()).map(({ slotTime }) => slotTime)).toContain(startTime);
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
