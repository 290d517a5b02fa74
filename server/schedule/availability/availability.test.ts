import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { grantTestCredits, hoursFromNow, offerSlot, postBooking } from "../bookings/bookings.testing.ts";

let app: TestApp;
let interviewer: SignedUpUser;
let other: SignedUpUser;
let interviewee: SignedUpUser;
const path = "/api/interviewer/availability";

beforeAll(async () => {
  app = await createTestApp();
  interviewer = await app.signUpInterviewer();
  other = await app.signUpInterviewer();
  interviewee = await app.signUp();
  await grantTestCredits(app, interviewee, { sessions: 20 });
});
afterAll(() => app.close());

const add = (body: unknown, token = interviewer.token) => app.call("POST", path, { token, body });
const slots = async (query = "") =>
  (await app.call("GET", `/api/user/slots${query}`, { token: interviewee.token })).body;
const countSlots = () =>
  app.deps.database
    .selectFrom("availability")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirst();

describe("adding", () => {
  it("shows the interviewer a slot of any later day without a window", async () => {
    const { body: added } = await add({ slotTime: hoursFromNow(app, 100 * 24) }, other.token);
    const listed = await app.call("GET", path, { token: other.token });
    expect(listed.body.map(({ _id }: { _id: string }) => _id)).toContain(added._id);
    await app.call("DELETE", `${path}/${added._id}`, { token: other.token });
  });

  it("offers 45 minutes that interviewees see at once", async () => {
    const slotTime = hoursFromNow(app, 24);
    const before = await slots();
    const answer = await add({ slotTime });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slotTime, booking: null, allowedActions: ["delete"] });
    const known = new Set(before.map(({ _id }: { _id: string }) => _id));
    expect((await slots()).filter(({ _id }: { _id: string }) => !known.has(_id))).toEqual([
      {
        _id: answer.body._id,
        slotTime,
        interviewerId: { _id: interviewer.user._id, firstName: interviewer.user.firstName, lastName: "Test" },
      },
    ]);
  });

  it.each([
    ["a past instant", () => ({ slotTime: hoursFromNow(app, -1) }), 400, "You cannot add slots in the past."],
    [
      "seconds",
      () => ({ slotTime: hoursFromNow(app, 30).replace(":00.000", ":01.000") }),
      400,
      "A slot starts on a whole minute.",
    ],
    ["no zone", () => ({ slotTime: "2026-12-01T10:00:00" }), 400, "This is not a date and time with a zone."],
    ["a number", () => ({ slotTime: 5 }), 400, "This is not a date and time with a zone."],
    ["the year 9999", () => ({ slotTime: "9999-12-01T10:00:00Z" }), 400, "This date is out of range."],
    ["nothing", () => ({}), 400, "This is not a date and time with a zone."],
    [
      "an unknown key",
      () => ({ slotTime: hoursFromNow(app, 30), status: "booked" }),
      400,
      "Unknown field: status.",
    ],
    [
      "an overlap",
      async () => {
        const taken = hoursFromNow(app, 40);
        await offerSlot(app, interviewer, taken);
        return { slotTime: new Date(Date.parse(taken) + 44 * 60_000).toISOString() };
      },
      409,
      "This slot overlaps with another of your slots.",
    ],
  ])("refuses %s and writes nothing", async (_name, body, status, msg) => {
    const sent = await body();
    const before = await countSlots();
    const answer = await add(sent);
    expect([answer.status, answer.body.msg]).toEqual([status, msg]);
    expect(await countSlots()).toEqual(before);
  });

  it("allows adjacent slots, and the same time for other interviewers", async () => {
    const first = hoursFromNow(app, 44);
    await offerSlot(app, interviewer, first);
    const next = new Date(Date.parse(first) + 45 * 60_000).toISOString();
    expect((await add({ slotTime: next })).status).toBe(201);
    expect((await add({ slotTime: next }, other.token)).status).toBe(201);
  });

  it("accepts one of 20 overlapping slots at once", async () => {
    const base = new Date(hoursFromNow(app, 100)).getTime();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        add({ slotTime: new Date(base + index * 60_000).toISOString() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it("is for interviewers only", async () => {
    expect((await add({ slotTime: hoursFromNow(app, 200) }, interviewee.token)).status).toBe(403);
    expect((await app.call("GET", "/api/user/slots", { token: interviewer.token })).status).toBe(403);
    expect((await app.call("GET", "/api/user/slots")).status).toBe(401);
  });
});

describe("the list of slots", () => {
  it("lists only the requested window", async () => {
    const from = hoursFromNow(app, 48);
    const to = hoursFromNow(app, 49);
    for (const slotTime of [from, to]) await offerSlot(app, other, slotTime);
    const times = (await slots(`?from=${from}&to=${to}`)).map(
      ({ slotTime }: { slotTime: string }) => slotTime,
    );
    expect(times).toEqual([from]);
  });

  it("reads beyond the 60 days that the cache holds", async () => {
    const far = hoursFromNow(app, 24 * 80);
    const id = await offerSlot(app, other, far);
    expect((await slots()).map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    expect(
      (await slots(`?from=${far}&to=${hoursFromNow(app, 24 * 81)}`)).map(({ _id }: { _id: string }) => _id),
    ).toEqual([id]);
  });

  it.each([
    [
      "?from=2026-12-02T00:00:00Z&to=2026-12-01T00:00:00Z",
      "The end of the range must not be before its start.",
    ],
    ["?from=yesterday", "This is not a date and time with a zone."],
    ["?page=1", "Unknown field: page."],
  ])("refuses %s", async (query, msg) => {
    const answer = await app.call("GET", `/api/user/slots${query}`, { token: interviewee.token });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it("omits a slot from the moment it begins", async () => {
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const id = await offerSlot(app, other, soon);
    const ids = async () => (await slots()).map(({ _id }: { _id: string }) => _id);
    expect(await ids()).toContain(id);
    app.clock.advance({ minutes: 1 });
    expect(await ids()).not.toContain(id);
  });

  it("shows another server's changes within two seconds", async () => {
    const id = await offerSlot(app, other, hoursFromNow(app, 52));
    const before = (await slots()).length;
    await app.deps.database
      .updateTable("availability")
      .set({ status: "removed" })
      .where("id", "=", id)
      .execute();
    await expect.poll(async () => (await slots()).length).toBe(before - 1);
  });

  it("is compressed on request, with the same content", async () => {
    for (let hour = 300; hour < 320; hour += 1) await offerSlot(app, other, hoursFromNow(app, hour));
    const headers = { "accept-encoding": "gzip" };
    const answer = await app.call("GET", "/api/user/slots", { token: interviewee.token, headers });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.body).toEqual(await slots());
  });
});

describe("deleting", () => {
  const remove = (id: string, token = interviewer.token) => app.call("DELETE", `${path}/${id}`, { token });

  it("removes a slot from every list", async () => {
    const id = await offerSlot(app, interviewer, hoursFromNow(app, 400));
    expect((await remove(id)).status).toBe(200);
    expect((await slots()).map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
  });

  it("does not reveal other people's slots, and refuses malformed ids", async () => {
    const id = await offerSlot(app, interviewer, hoursFromNow(app, 401));
    expect((await remove(id, other.token)).status).toBe(404);
    expect((await remove("0190a5b8-7c00-7000-8000-00000000ffff")).status).toBe(404);
    expect((await remove("1%20or%201=1")).status).toBe(400);
  });

  it("refuses a booked slot, which then shows who booked it", async () => {
    const startTime = hoursFromNow(app, 402);
    const id = await offerSlot(app, interviewer, startTime);
    await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    const answer = await remove(id);
    expect([answer.status, answer.body.msg]).toEqual([409, "Failed to delete slot. It has been booked."]);
    const list = (await app.call("GET", path, { token: interviewer.token })).body;
    expect(list.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
      allowedActions: ["view-resume"],
      booking: { status: "pending", zoomLink: null, userId: { email: interviewee.user.email } },
    });
  });

  it("and booking the same slot at once: one succeeds, the other is refused", async () => {
    for (let round = 0; round < 10; round += 1) {
      const startTime = hoursFromNow(app, 500 + round);
      const id = await offerSlot(app, interviewer, startTime);
      const [deleted, booked] = await Promise.all([
        remove(id),
        postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id }),
      ]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([deleted.status, booked.status]);
    }
  });
});
