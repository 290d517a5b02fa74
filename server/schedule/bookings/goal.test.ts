import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteOwnAccount, downloadOwnRows, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { grantTestCredits, hoursFromNow, offerSlot, postBooking } from "./bookings.testing.ts";

const app = useTestApp();
const interviewer = useBeforeAll(() => app.signUpInterviewer({ firstName: "Ira" }));
const interviewee = useBeforeAll(() => app.signUp({ firstName: "Cand" }));
let hours = 20;

const goal = {
  role: "ML engineer",
  level: "mid",
  companyType: "product",
  language: "hi",
  practice: ["ml_system_design", "coding"],
  practiceOther: "ranking metrics",
  note: "I freeze when I am asked to estimate.",
};

let startTime: string;
beforeEach(async () => {
  hours += 2;
  startTime = hoursFromNow(app, hours);
  await grantTestCredits(app, interviewee, { sessions: 1 });
  await offerSlot(app, interviewer, startTime);
});

const bookWith = (body: object, headers = {}) =>
  postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id, ...body }, headers);
const setGoal = (id: string, body: object) => app.put(interviewee, `/api/user/bookings/${id}/goal`, body);

describe("the goal of an interview", () => {
  it("is shown as it was stored by a server that knew no languages", async () => {
    const { _id } = (await bookWith({ goal })).body;
    await app.deps.pool.query(
      "update booking_goals set goal = goal::jsonb - 'language' where booking_id = $1",
      [_id],
    );
    const { language: _language, ...stored } = goal;
    for (const [list, { token }] of [
      ["/api/user/bookings", interviewee],
      ["/api/interviewer/bookings", interviewer],
      [`/api/rooms/${_id}`, interviewee],
    ] as const) {
      const { status, body } = await app.get({ token }, list);
      expect(status).toBe(200);
      const shown = Array.isArray(body) ? body.find((entry) => entry._id === _id) : body;
      expect(shown.goal).toEqual(stored);
    }
  });

  it("is set with the booking and shown to both parties, in the calendar, the lobby and the mail", async () => {
    // The mails about bookings of other tests.
    await app.runJobs();
    const booked = await bookWith({ goal });
    expect([booked.status, booked.body.goal]).toEqual([201, goal]);
    const { _id } = booked.body;
    const inList = (list: { _id: string; goal: unknown }[]) => list.find((entry) => entry._id === _id)?.goal;
    const own = await app.get(interviewee, "/api/user/bookings");
    expect(inList(own.body)).toEqual(goal);
    const given = await app.get(interviewer, "/api/interviewer/bookings");
    expect(inList(given.body)).toEqual(goal);
    const slots = await app.get(interviewer, "/api/interviewer/availability");
    expect(
      slots.body.find((slot: { booking: { _id: string } | null }) => slot.booking?._id === _id).booking.goal,
    ).toEqual(goal);
    for (const { token } of [interviewee, interviewer]) {
      expect((await app.read({ token }, `/api/rooms/${_id}`)).goal).toEqual(goal);
      expect((await app.read({ token }, `/api/rooms/${_id}/record`)).goal).toEqual(goal);
    }
    await app.runJobs();
    const [toInterviewer] = (await app.mailsTo(interviewer.user.email)).slice(-1);
    expect(toInterviewer?.text).toContain("Target role: ML engineer, Mid level");
    expect(toInterviewer?.text).toContain("To practice: ML system design, Coding, ranking metrics");
    expect(toInterviewer?.text).toContain("I freeze when I am asked to estimate.");
    const [toInterviewee] = (await app.mailsTo(interviewee.user.email)).slice(-1);
    expect(toInterviewee?.text).toContain("What you want from this interview:");
    expect(toInterviewee?.text).toContain("Target role: ML engineer, Mid level");
    expect(toInterviewee?.text).toContain("I freeze when I am asked to estimate.");
    expect(toInterviewee?.text).toContain(`/room/${_id}`);
  });

  it("is optional: a booking without one works the same, and a blank goal counts as none", async () => {
    expect((await bookWith({ goal: { role: "  " } })).body).toMatchObject({ status: "pending", goal: null });
  });

  it("belongs to its own booking when several are made at the same moment", async () => {
    const people = [await app.signUp(), await app.signUp(), await app.signUp()];
    const interviewers = [interviewer, await app.signUpInterviewer(), await app.signUpInterviewer()];
    await Promise.all(people.map((person) => grantTestCredits(app, person, { sessions: 1 })));
    await Promise.all(interviewers.slice(1).map((other) => offerSlot(app, other, startTime)));
    const answers = await Promise.all(
      people.map((person, index) =>
        app.post(person, "/api/user/bookings", {
          startTime,
          // The first two want the same slot, so only one of them gets it.
          interviewerId: interviewers[index === 0 ? 1 : index]?.user._id,
          ...(index === 2 ? {} : { goal: { ...goal, role: `Role ${index}` } }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 201) expect(body.goal?.role).toBe(index === 2 ? undefined : `Role ${index}`);
    }
    const { rows } = await app.deps.pool.query(
      "select goal ->> 'role' as role from booking_goals where goal ->> 'role' like 'Role %'",
    );
    expect(rows).toHaveLength(1);
  });

  it("keeps the first goal when the booking request is repeated", async () => {
    const key = { "idempotency-key": "goal-1" };
    const first = await bookWith({ goal }, key);
    const again = await bookWith({ goal: { ...goal, role: "Another" } }, key);
    expect(again.body).toEqual(first.body);
  });

  it("can be changed and removed until the start, and survives a move", async () => {
    const { _id } = (await bookWith({})).body;
    const saved = await setGoal(_id, { role: "Data scientist", practice: ["sql", "sql"] });
    expect([saved.status, saved.body.booking.goal]).toEqual([
      200,
      {
        role: "Data scientist",
        level: null,
        companyType: null,
        language: null,
        practice: ["sql"],
        practiceOther: "",
        note: "",
      },
    ]);
    hours += 2;
    await offerSlot(app, interviewer, hoursFromNow(app, hours));
    const moved = await app.post(interviewee, `/api/user/bookings/${_id}/reschedule`, {
      startTime: hoursFromNow(app, hours),
      interviewerId: interviewer.user._id,
    });
    expect(moved.body.booking.goal.role).toBe("Data scientist");
    expect((await setGoal(_id, {})).body.booking.goal).toBeNull();
    const now = app.clock.now();
    app.clock.set(addMinutes(new Date(moved.body.booking.startTime), 1));
    expect((await setGoal(_id, goal)).status).toBe(409);
    app.clock.set(now);
  });

  it.each([
    [{ role: "x".repeat(101) }, "role"],
    [{ level: "wizard" }, "level"],
    [{ companyType: "circus" }, "companyType"],
    [{ language: "tlh" }, "language"],
    [{ practice: ["juggling"] }, "practice.0"],
    [{ practice: Array(9).fill("sql") }, "practice"],
    [{ practiceOther: "a\nb" }, "practiceOther"],
    [{ note: "x".repeat(601) }, "note"],
  ])("refuses %j and names the field", async (wrong, path) => {
    const refused = await bookWith({ goal: wrong });
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([400, `goal.${path}`]);
  });

  it("is part of the personal data download and is deleted with the account", async () => {
    const person = await app.signUp();
    await grantTestCredits(app, person, { sessions: 1 });
    const answer = await app.post(person, "/api/user/bookings", {
      startTime,
      interviewerId: interviewer.user._id,
      goal: { ...goal, role: "Only mine" },
    });
    expect(await downloadOwnRows(app, person)).toContain('"role": "Only mine"');
    await app.post(person, `/api/user/bookings/${answer.body._id}/cancel`);
    await app.runJobs();
    app.clock.advance({ seconds: 60 });
    await deleteOwnAccount(app, person);
    const { rows } = await app.deps.pool.query(
      "select 1 from booking_goals where goal ->> 'role' = 'Only mine'",
    );
    expect(rows).toEqual([]);
  });
});
