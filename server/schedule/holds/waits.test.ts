import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import { grantInterviewer } from "../../people/interviewers/invitations.ts";
import { deleteOwnAccount, type SignedUpUser, useBeforeEach, useTestApp } from "../../testing/app.ts";
import { createPaidOrder, verify } from "../../testing/purchases.ts";
import {
  createBookedInterview,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { endExpiredProposals } from "../bookings/proposals.ts";
import { releaseExpiredHolds } from "./holds.ts";

const app = useTestApp();
const mentor = useBeforeEach(() => app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" }));
const booker = useBeforeEach(() => app.signUp());
const first = useBeforeEach(() => app.signUp({ firstName: "Meera" }));
const second = useBeforeEach(() => app.signUp({ firstName: "Zoya" }));
/** Of the booker, with the mentor. */
let bookingId: string;
let slotId: string;
beforeEach(async () => {
  await createBookedInterview(app, { hours: 48, interviewer: mentor, interviewee: booker });
  ({ id: bookingId, slotId } = await app.deps.database
    .selectFrom("bookings")
    .select(["id", "slotId"])
    .where("intervieweeId", "=", booker.user._id)
    .executeTakeFirstOrThrow());
});

const wait = (by: SignedUpUser, body: object = { mentor: mentor.user._id }) =>
  app.post(by, "/api/user/waits", body);
const waitsOf = async (by: SignedUpUser) => await app.read(by, "/api/user/waits");
const stop = (by: SignedUpUser, id: string) => app.delete(by, `/api/user/waits/${id}`);
const slotOf = async (id: string) =>
  (
    await app.deps.database
      .selectFrom("bookings")
      .select("slotId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).slotId;
const cancel = () => app.post(booker, `/api/user/bookings/${bookingId}/cancel`);
const stateFor = async (by: SignedUpUser) => (await app.read(by, `/api/slots/${slotId}`)).state;
const openSlots = async (by: SignedUpUser) => await app.read(by, "/api/user/slots");
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
    expect(mail?.text).toContain("You can book it until 12:15 IST, unless Kavya withdraws it.");
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
    await app.post(booker, `/api/user/bookings/${bookingId}/reschedule`, {
      startTime: hoursFromNow(app, 52),
      interviewerId: elsewhere.user._id,
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

  it("goes on when its person stops waiting, deletes the account, or chooses another slot", async () => {
    const [third, fourth] = [await app.signUp(), await app.signUp()];
    const { _id } = (await wait(first)).body;
    for (const person of [second, third, fourth]) await wait(person);
    await cancel();
    expect((await stop(first, _id)).status).toBe(200);
    expect(await stateFor(second)).toBe("yours");
    await deleteOwnAccount(app, second);
    await releaseExpiredHolds(app.deps);
    expect(await stateFor(third)).toBe("yours");
    const other = await offerSlot(app, await app.signUpInterviewer(), hoursFromNow(app, 60));
    await app.post(third, "/api/user/slot-hold", { slotId: other });
    expect([await stateFor(third), await stateFor(fourth)]).toEqual(["gone", "yours"]);
  });

  it("is never for sale beside another: who chooses one lets go of the offer, and pays for what they hold", async () => {
    await wait(first);
    await wait(second);
    await cancel();
    const callback = await createPaidOrder(app, first, "Basic", undefined, slotId);
    const other = await offerSlot(app, await app.signUpInterviewer(), hoursFromNow(app, 60));
    const hold = { token: first.token, body: { slotId: other } };
    expect((await app.call("POST", "/api/user/slot-hold", hold)).status).toBe(201);
    expect(await stateFor(second)).toBe("yours");
    const { body } = await verify(app, first, callback);
    expect(body.slot).toEqual({ slotId, bookingId: null });
    expect(await stateFor(second)).toBe("yours");
  });

  it("stays when its person stops waiting for another time", async () => {
    const other = await createBookedInterview(app, { hours: 50, interviewer: mentor });
    const waits = [slotId, await slotOf(other.booking._id)].map((id) => wait(first, { slotId: id }));
    const [own, elsewhere] = (await Promise.all(waits)).map(({ body }) => body._id);
    await cancel();
    await stop(first, elsewhere);
    expect(await stateFor(first)).toBe("yours");
    await stop(first, own);
    expect(await isOpen()).toBe(true);
  });

  it("is not theirs any more when its time is over, whether they book or pay", async () => {
    await wait(first);
    await wait(second);
    await cancel();
    const callback = await createPaidOrder(app, first, "Basic", undefined, slotId);
    await grantTestCredits(app, first, { sessions: 1 });
    const startTime = hoursFromNow(app, 48);
    app.clock.set(addMinutes(app.clock.now(), 15));
    const booked = await postBooking(app, first, { startTime, interviewerId: mentor.user._id });
    expect([booked.status, await stateFor(second)]).toEqual([409, "yours"]);
    expect((await verify(app, first, callback)).body.slot.bookingId).toBeNull();
    expect(await stateFor(second)).toBe("yours");
  });

  it("goes on when its person books another interview then, or becomes an interviewer", async () => {
    const third = await app.signUp();
    for (const person of [first, second, third]) await wait(person);
    await cancel();
    await createBookedInterview(app, { hours: 48, interviewee: first });
    await releaseExpiredHolds(app.deps);
    expect([await stateFor(first), await stateFor(second)]).toEqual(["gone", "yours"]);
    await grantInterviewer(app.deps, second.user.email);
    await releaseExpiredHolds(app.deps);
    expect(await stateFor(third)).toBe("yours");
  });

  it("is told once a day to each, however often it is canceled and booked", async () => {
    const people = [first, second, ...(await createUsers(app, 4))] as SignedUpUser[];
    for (const person of people) await wait(person);
    await grantTestCredits(app, booker, { sessions: 3 });
    for (let cycle = 0; cycle < 3; cycle += 1) {
      expect((await cancel()).status).toBe(200);
      for (const person of people) {
        const [{ _id }] = (await waitsOf(person)).waits;
        await stop(person, _id);
      }
      expect(await isOpen()).toBe(true);
      bookingId = (await book(booker)).body._id;
      for (const person of people) expect((await wait(person)).status).toBe(201);
    }
    await app.runJobs();
    for (const person of people) {
      const told = (await app.mailsTo(person.user.email)).filter(({ subject = "" }) =>
        /is free/.test(subject),
      );
      expect(told.length).toBeLessThanOrEqual(1);
    }
  });

  it("is told with others to one person three times an hour at most", async () => {
    const booked = [];
    for (const hours of [50, 51, 52, 53]) booked.push(await createBookedInterview(app, { hours }));
    for (const { interviewer } of booked) await wait(first, { mentor: interviewer.user._id });
    for (const { booking, interviewee } of booked)
      await app.post(interviewee, `/api/user/bookings/${booking._id}/cancel`);
    await app.runJobs();
    expect(await app.mailsTo(first.user.email, /is free/)).toHaveLength(3);
  });

  it("counts the turns of accounts that are deleted", async () => {
    const ring = await createUsers(app, 5);
    for (const person of ring) await wait(person);
    await cancel();
    for (const person of ring.slice(0, 4)) {
      expect(await stateFor(person)).toBe("yours");
      await deleteOwnAccount(app, person);
      await releaseExpiredHolds(app.deps);
    }
    expect(await isOpen()).toBe(true);
  });

  it("is free for everybody after four turns, whoever waits again, for a day", async () => {
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
    await app.post(booker, "/api/user/slot-hold", { slotId });
    await passMinutes(10);
    expect(await isOpen()).toBe(true);
    await grantTestCredits(app, booker, { sessions: 1 });
    bookingId = (await book(booker)).body._id;
    await cancel();
    expect(await isOpen()).toBe(true);
    const startTime = hoursFromNow(app, 48);
    await passMinutes(23 * 60 + 50);
    await grantTestCredits(app, booker, { sessions: 1 });
    await postBooking(app, booker, { startTime, interviewerId: mentor.user._id });
    expect((await wait(ring[4] as SignedUpUser)).status).toBe(201);
  });

  it("is offered when a hold on it runs out or ends, but not to whoever let it go", async () => {
    await cancel();
    await app.post(first, "/api/user/slot-hold", { slotId });
    expect((await wait(first, { slotId })).body.msg).toBe("This time is held for you. You can book it now.");
    // Their wait for any time is for other slots now.
    expect((await wait(first)).status).toBe(201);
    await wait(second, { slotId });
    await app.delete(first, "/api/user/slot-hold");
    expect(await stateFor(second)).toBe("yours");
  });

  it("counts as no hold of its person", async () => {
    await wait(first);
    await cancel();
    for (let time = 0; time < 5; time += 1) {
      const held = await app.post(first, "/api/user/slot-hold", { slotId });
      expect([held.status, held.body.heldUntil]).toEqual([
        201,
        addMinutes(app.clock.now(), 15).toISOString(),
      ]);
    }
  });

  const withdrawals: [string, () => Promise<unknown>][] = [
    ["account", () => deleteOwnAccount(app, mentor)],
    ["slot", () => app.delete(mentor, `/api/interviewer/availability/${slotId}`)],
    [
      "day",
      () =>
        app.post(mentor, "/api/interviewer/time-off", {
          firstDay: hoursFromNow(app, 48).slice(0, 10),
          lastDay: hoursFromNow(app, 72).slice(0, 10),
          timeZone: "UTC",
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
    await app.runJobs();
    expect(await app.mailsTo(first.user.email, /is withdrawn: Sun 22 Nov 2026, 11:30 IST$/)).toHaveLength(1);
  });

  it("stays when its mentor changes the weekly hours and keeps the slot, and is withdrawn with them", async () => {
    const hours = {
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "00:00", to: "00:45" }], timeZone: "UTC" },
      ...{ startsOn: hoursFromNow(app, 24).slice(0, 10), endsOn: null, exceptions: [] },
      ...{ minimumNoticeHours: 0, mostPerDay: null },
    };
    const { token } = mentor;
    const { rule } = (await app.post({ token }, "/api/interviewer/weekly-rules", hours)).body;
    const [slot] = (await openSlots(second)).filter(
      ({ interviewerId }: { interviewerId: { _id: string } }) => interviewerId._id === mentor.user._id,
    );
    slotId = slot._id;
    await app.post(first, "/api/user/slot-hold", { slotId });
    await wait(second, { slotId });
    await app.delete(first, "/api/user/slot-hold");
    const body = { ...hours, windows: [...hours.windows, { from: "20:00", to: "20:45" }] };
    await app.put({ token }, `/api/interviewer/weekly-rules/${rule._id}`, body);
    expect([await stateFor(first), await stateFor(second)]).toEqual(["gone", "yours"]);
    await app.delete({ token }, `/api/interviewer/weekly-rules/${rule._id}`);
    expect(await stateFor(second)).toBe("gone");
  });
});

describe("a slot that comes up", () => {
  it("is offered when its mentor adds it", async () => {
    await wait(first);
    const { body } = await app.call("POST", "/api/interviewer/availability", {
      ...{ token: mentor.token, body: { slotTime: hoursFromNow(app, 30) } },
    });
    slotId = body._id;
    expect([await stateFor(first), await isOpen()]).toEqual(["yours", false]);
  });

  it("is offered when weekly hours add it", async () => {
    await wait(first);
    const body = {
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "00:00", to: "00:45" }], timeZone: "UTC" },
      ...{ startsOn: hoursFromNow(app, 24).slice(0, 10), endsOn: null, exceptions: [] },
      ...{ minimumNoticeHours: 0, mostPerDay: null },
    };
    await app.post(mentor, "/api/interviewer/weekly-rules", body);
    expect((await waitsOf(first)).offer).not.toBeNull();
  });

  it("is offered when a proposal that held it is declined or lapses", async () => {
    const support = await app.signUpOperator({ level: "support" });
    for (const isAnswered of [true, false]) {
      const startTime = hoursFromNow(app, isAnswered ? 60 : 62);
      slotId = await offerSlot(app, mentor, startTime);
      const path = `/api/operator/bookings/${bookingId}/move-proposal`;
      const { body } = await confirmAction(
        app,
        support,
        path,
        { startTime },
        { reason: "The room is closed" },
      );
      const person = isAnswered ? first : second;
      expect((await wait(person, { slotId })).status).toBe(201);
      if (isAnswered) {
        const answer = { proposalId: body.proposalId, answer: "decline" };
        await app.call("POST", `/api/bookings/${bookingId}/move-proposal/answer`, {
          ...{ token: booker.token, body: answer },
        });
      } else {
        app.clock.set(addMinutes(app.clock.now(), 48 * 60));
        await endExpiredProposals(app.deps);
      }
      expect([isAnswered, await stateFor(person)]).toEqual([isAnswered, "yours"]);
    }
  });

  it("is told to somebody who holds another one", async () => {
    const other = await app.signUpInterviewer({ firstName: "Arun" });
    const { booking, interviewee } = await createBookedInterview(app, { hours: 50, interviewer: other });
    await wait(first);
    await wait(first, { mentor: other.user._id });
    await cancel();
    await app.post(interviewee, `/api/user/bookings/${booking._id}/cancel`);
    await app.runJobs();
    const [mail] = await app.mailsTo(first.user.email, /^A time with Arun is free/);
    expect(mail?.text).toContain("It is free for everybody. Whoever books first gets it.");
  });
});

describe("waiting", () => {
  it("keeps its place when it is for any time instead of one", async () => {
    await wait(first, { slotId });
    await wait(second);
    expect((await wait(first)).body.slotId).toBeNull();
    await cancel();
    expect(await stateFor(first)).toBe("yours");
  });

  it("is refused for a time that cannot become free", async () => {
    const soon = await createBookedInterview(app, { hours: 3, interviewer: mentor });
    const { status, body } = await wait(first, { slotId: await slotOf(soon.booking._id) });
    expect([status, body.msg]).toEqual([
      409,
      "This time will not become free again. You can wait for any time of this mentor.",
    ]);
  });

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
