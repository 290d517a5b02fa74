import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, deleteOwnAccount, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { createPaidOrder, verify } from "../../testing/purchases.ts";
import {
  createBookedInterview,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { releaseExpiredHolds } from "./holds.ts";

let app: TestApp;
let mentor: SignedUpUser;
let booker: SignedUpUser;
let first: SignedUpUser;
let second: SignedUpUser;
/** Of the booker, with the mentor. */
let bookingId: string;
let slotId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  mentor = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" });
  booker = await app.signUp();
  first = await app.signUp({ firstName: "Meera" });
  second = await app.signUp({ firstName: "Zoya" });
  await createBookedInterview(app, { hours: 48, interviewer: mentor, interviewee: booker });
  ({ id: bookingId, slotId } = await app.deps.database
    .selectFrom("bookings")
    .select(["id", "slotId"])
    .where("intervieweeId", "=", booker.user._id)
    .executeTakeFirstOrThrow());
});
afterAll(() => app.close());

const wait = ({ token }: SignedUpUser, body: object = { mentor: mentor.user._id }) =>
  app.call("POST", "/api/user/waits", { token, body });
const waitsOf = async ({ token }: SignedUpUser) => (await app.call("GET", "/api/user/waits", { token })).body;
const stop = ({ token }: SignedUpUser, id: string) => app.call("DELETE", `/api/user/waits/${id}`, { token });
const slotOf = async (id: string) =>
  (
    await app.deps.database
      .selectFrom("bookings")
      .select("slotId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).slotId;
const cancel = () => app.call("POST", `/api/user/bookings/${bookingId}/cancel`, { token: booker.token });
const stateFor = async ({ token }: SignedUpUser) =>
  (await app.call("GET", `/api/slots/${slotId}`, { token })).body.state;
const openSlots = async ({ token }: SignedUpUser) =>
  (await app.call("GET", "/api/user/slots", { token })).body;
const isOpen = async () => (await openSlots(second)).some(({ _id }: { _id: string }) => _id === slotId);
const book = (person: SignedUpUser) =>
  postBooking(app, person, { startTime: hoursFromNow(app, 48), interviewerId: mentor.user._id });
async function passMinutes(minutes: number): Promise<void> {
  app.clock.set(addMinutes(app.clock.now(), minutes));
  await releaseExpiredHolds(app.deps);
}

describe("a canceled slot", () => {
  it("is held for the first who waits for 15 minutes, then for the next, then open to everybody", async () => {
    const startsAt = hoursFromNow(app, 48);
    const answer = await wait(first);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        _id: expect.any(String),
        mentor: { _id: mentor.user._id, firstName: "Kavya", lastName: "Rao" },
        slotId: null,
        startsAt: null,
      },
    ]);
    await wait(second, { slotId });
    await cancel();
    // Nobody sees it between the cancellation and the offer.
    expect(await isOpen()).toBe(false);
    await app.runJobs();
    expect((await waitsOf(first)).offer).toEqual({
      slot: {
        _id: slotId,
        slotTime: startsAt,
        interviewerId: { _id: mentor.user._id, firstName: "Kavya", lastName: "Rao" },
      },
      heldUntil: addMinutes(app.clock.now(), 15).toISOString(),
    });
    expect((await waitsOf(second)).offer).toBeNull();
    expect([await stateFor(first), await stateFor(second), await isOpen()]).toEqual(["yours", "gone", false]);
    const [mail] = await app.mailsTo(
      first.user.email,
      /^A time with Kavya is free: Sun 22 Nov 2026, 11:30 IST$/,
    );
    expect(mail?.text).toContain("It is yours until 12:15 IST.");
    expect(mail?.text).toContain(`/interviewee-dashboard/booking?slot=${slotId}`);

    app.clock.set(addMinutes(app.clock.now(), 15));
    // Whoever comes first does not overtake the next who waits.
    await grantTestCredits(app, booker, { sessions: 1 });
    expect([await stateFor(booker), await stateFor(first)]).toEqual(["gone", "gone"]);
    expect((await book(booker)).status).toBe(409);
    expect([await stateFor(first), await stateFor(second)]).toEqual(["gone", "yours"]);
    await passMinutes(15);
    expect(await isOpen()).toBe(true);
    expect((await waitsOf(first)).waits).toHaveLength(1);
  });

  it("goes to nobody who cannot take it", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => app.signUp()));
    const [busy, blocked, able] = people as [SignedUpUser, SignedUpUser, SignedUpUser];
    for (const person of people) await wait(person);
    await createBookedInterview(app, { hours: 48, interviewee: busy });
    await app.deps.database
      .updateTable("users")
      .set({ blockedAt: app.clock.now() })
      .where("id", "=", blocked.user._id)
      .execute();
    await cancel();
    expect([await stateFor(busy), await stateFor(blocked), await stateFor(able)]).toEqual([
      "gone",
      "gone",
      "yours",
    ]);
  });

  it("is never offered inside its mentor's notice", async () => {
    await wait(first);
    await app.deps.database
      .updateTable("availability")
      .set({ bookableUntil: app.clock.now() })
      .where("id", "=", slotId)
      .execute();
    await cancel();
    await app.runJobs();
    expect((await waitsOf(first)).offer).toBeNull();
  });

  it("is open to everybody at once if nobody waits for its time", async () => {
    const other = await createBookedInterview(app, { hours: 50, interviewer: mentor });
    await wait(first, { slotId: await slotOf(other.booking._id) });
    await cancel();
    expect(await isOpen()).toBe(true);
  });

  it("is offered after a move, too, and booked by its person with a session", async () => {
    const elsewhere = await app.signUpInterviewer();
    await wait(first);
    await offerSlot(app, elsewhere, hoursFromNow(app, 52));
    await app.call("POST", `/api/user/bookings/${bookingId}/reschedule`, {
      token: booker.token,
      body: { startTime: hoursFromNow(app, 52), interviewerId: elsewhere.user._id },
    });
    await app.runJobs();
    await grantTestCredits(app, first, { sessions: 1 });
    expect((await book(first)).status).toBe(201);
    expect(await waitsOf(first)).toEqual({ waits: [], offer: null });
  });

  it("is booked by a payment of somebody without a session", async () => {
    await wait(first);
    await cancel();
    await app.runJobs();
    const callback = await createPaidOrder(app, first, "Basic", undefined, slotId);
    expect((await verify(app, first, callback)).body.slot.bookingId).not.toBeNull();
    expect((await waitsOf(first)).waits).toEqual([]);
  });

  it("goes on when its person stops waiting or deletes the account, and stays when they choose another slot", async () => {
    const third = await app.signUp();
    const { _id } = (await wait(first)).body;
    for (const person of [second, third]) await wait(person);
    await cancel();
    const other = await offerSlot(app, await app.signUpInterviewer(), hoursFromNow(app, 60));
    await app.call("POST", "/api/user/slot-hold", { token: first.token, body: { slotId: other } });
    await app.call("DELETE", "/api/user/slot-hold", { token: first.token });
    expect(await stateFor(first)).toBe("yours");
    expect((await stop(first, _id)).status).toBe(200);
    expect(await stateFor(second)).toBe("yours");
    await deleteOwnAccount(app, second);
    expect(await stateFor(third)).toBe("yours");
  });

  it("is free for everybody after four turns, whoever waits again, until it is booked once more", async () => {
    const ring = [first, second, ...(await Promise.all([app.signUp(), app.signUp(), app.signUp()]))];
    for (const person of ring) await wait(person);
    await cancel();
    for (const [turn, person] of ring.slice(0, 4).entries()) {
      expect([turn, await stateFor(person)]).toEqual([turn, "yours"]);
      const [{ _id }] = (await waitsOf(person)).waits;
      await stop(person, _id);
      await wait(person);
    }
    expect(await isOpen()).toBe(true);
    await app.runJobs();
    const [mail] = await app.mailsTo((ring[4] as SignedUpUser).user.email, /^A time with Kavya is free/);
    expect(mail?.text).toContain("It is free for everybody. Whoever books first gets it.");
    await app.call("POST", "/api/user/slot-hold", { token: booker.token, body: { slotId } });
    await passMinutes(10);
    expect(await isOpen()).toBe(true);
    await grantTestCredits(app, booker, { sessions: 1 });
    bookingId = (await book(booker)).body._id;
    await cancel();
    expect(await stateFor(ring[4] as SignedUpUser)).toBe("yours");
  });

  it("is offered when a hold on it runs out or ends, but not to whoever let it go", async () => {
    await cancel();
    await app.call("POST", "/api/user/slot-hold", { token: first.token, body: { slotId } });
    expect((await wait(first, { slotId })).body.msg).toBe("This time is held for you. You can book it now.");
    // Their wait for any time is for other slots now.
    expect((await wait(first)).status).toBe(201);
    await wait(second, { slotId });
    await app.call("DELETE", "/api/user/slot-hold", { token: first.token });
    expect(await stateFor(second)).toBe("yours");
  });

  it("counts as no hold of its person", async () => {
    await wait(first);
    await cancel();
    for (let time = 0; time < 5; time += 1) {
      const held = await app.call("POST", "/api/user/slot-hold", { token: first.token, body: { slotId } });
      expect([held.status, held.body.heldUntil]).toEqual([
        201,
        addMinutes(app.clock.now(), 15).toISOString(),
      ]);
    }
  });

  const withdrawals: [string, () => Promise<unknown>][] = [
    ["account", () => deleteOwnAccount(app, mentor)],
    ["slot", () => app.call("DELETE", `/api/interviewer/availability/${slotId}`, { token: mentor.token })],
    [
      "day",
      () =>
        app.call("POST", "/api/interviewer/time-off", {
          token: mentor.token,
          body: {
            firstDay: hoursFromNow(app, 48).slice(0, 10),
            lastDay: hoursFromNow(app, 72).slice(0, 10),
            timeZone: "UTC",
          },
        }),
    ],
  ];
  it.each(withdrawals)("is withdrawn with its mentor's %s", async (_, withdraw) => {
    await wait(first);
    await wait(second);
    await cancel();
    expect(await stateFor(first)).toBe("yours");
    await withdraw();
    expect([await stateFor(first), await stateFor(second)]).toEqual(["gone", "gone"]);
    expect((await waitsOf(first)).offer).toBeNull();
  });

  it("stays when its mentor changes the weekly hours and keeps the slot, and is withdrawn with them", async () => {
    const hours = {
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "00:00", to: "00:45" }], timeZone: "UTC" },
      ...{ startsOn: hoursFromNow(app, 24).slice(0, 10), endsOn: null, exceptions: [] },
      ...{ minimumNoticeHours: 0, mostPerDay: null },
    };
    const { token } = mentor;
    const { rule } = (await app.call("POST", "/api/interviewer/weekly-rules", { token, body: hours })).body;
    const [slot] = (await openSlots(second)).filter(
      ({ interviewerId }: { interviewerId: { _id: string } }) => interviewerId._id === mentor.user._id,
    );
    slotId = slot._id;
    await app.call("POST", "/api/user/slot-hold", { token: first.token, body: { slotId } });
    await wait(second, { slotId });
    await app.call("DELETE", "/api/user/slot-hold", { token: first.token });
    const body = { ...hours, windows: [...hours.windows, { from: "20:00", to: "20:45" }] };
    await app.call("PUT", `/api/interviewer/weekly-rules/${rule._id}`, { token, body });
    expect([await stateFor(first), await stateFor(second)]).toEqual(["gone", "yours"]);
    await app.call("DELETE", `/api/interviewer/weekly-rules/${rule._id}`, { token });
    expect(await stateFor(second)).toBe("gone");
  });
});

describe("waiting", () => {
  it("is refused when such a time is free already, which the answer names", async () => {
    const free = await offerSlot(app, mentor, hoursFromNow(app, 72));
    const { status, body } = await wait(first);
    expect([status, body.code, body.msg, body.details]).toEqual([
      409,
      "conflict",
      "Kavya has a free time already. You can book it now.",
      { slotId: free, slotTime: hoursFromNow(app, 72) },
    ]);
    expect((await wait(first, { slotId: free })).status).toBe(409);
    expect((await wait(first, { slotId })).status).toBe(201);
  });

  it("is allowed for a time within two weeks when the first free one is later", async () => {
    await offerSlot(app, mentor, hoursFromNow(app, 15 * 24));
    expect((await wait(first)).status).toBe(201);
  });

  it("works by the address of a public page, and only once for the same", async () => {
    const slug = `kavya-${mentor.user._id.slice(-6)}`;
    expect((await wait(first, { mentor: slug })).status).toBe(404);
    await app.deps.database
      .insertInto("interviewerProfiles")
      .values({ userId: mentor.user._id, slug, listedAt: app.clock.now(), updatedAt: app.clock.now() })
      .execute();
    await wait(first, { slotId });
    // Any time includes that one.
    const { body } = await wait(first, { mentor: slug });
    expect((await wait(first, { slotId })).body).toEqual(body);
    expect((await waitsOf(first)).waits).toEqual([body]);
  });

  it("is for five at most, ends after 30 days, and names the field of bad input", async () => {
    for (let count = 0; count < 5; count += 1) {
      const { user } = await app.signUpInterviewer();
      expect((await wait(first, { mentor: user._id })).status).toBe(201);
    }
    expect((await wait(first)).body.msg).toBe(
      "You can wait for 5 times at once. Stop waiting for one of them first.",
    );
    await passMinutes(29 * 24 * 60);
    expect((await waitsOf(first)).waits).toHaveLength(5);
    await passMinutes(24 * 60);
    expect((await waitsOf(first)).waits).toEqual([]);
    const cases = [
      [{ mentor: "No such page!" }, "mentor"],
      [{ slotId: "soon" }, "slotId"],
      [{ mentor: mentor.user._id, slotId }, "mentor"],
      [{}, "mentor"],
    ] as const;
    for (const [body, path] of cases)
      expect((await wait(first, body)).body).toMatchObject({
        code: "invalid_input",
        details: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    expect((await wait(first, { slotId: crypto.randomUUID() })).status).toBe(404);
    expect((await wait(first, { mentor: first.user._id })).status).toBe(404);
    expect((await stop(first, crypto.randomUUID())).status).toBe(404);
  });
});
