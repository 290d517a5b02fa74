import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import {
  createTestApp,
  deleteOwnAccount,
  type SignedUpUser,
  useBeforeEach,
  useTestApp,
} from "../../testing/app.ts";
import { callDuring } from "../../testing/lock-waits.ts";
import {
  createOpenOrder,
  createPaidOrder,
  getSessionCount,
  order,
  pay,
  quote,
  verify,
} from "../../testing/purchases.ts";
import {
  countStatuses,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { releaseExpiredHolds } from "./holds.ts";

const app = useTestApp();
const mentor = useBeforeEach(() => app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" }));
const person = useBeforeEach(() => app.signUp({ firstName: "Meera" }));
const rival = useBeforeEach(() => app.signUp({ firstName: "Zoya" }));

const offer = (hours: number, by = mentor) => offerSlot(app, by, hoursFromNow(app, hours));
const hold = (slotId: string, by = person) => app.post(by, "/api/user/slot-hold", { slotId });
const read = async (slotId: string, by?: SignedUpUser) =>
  (await app.call("GET", `/api/slots/${slotId}`, by ? { token: by.token } : {})).body;
const passMinutes = (minutes: number) => app.clock.set(addMinutes(app.clock.now(), minutes));
const book = (hours: number, by = person) =>
  postBooking(app, by, { startTime: hoursFromNow(app, hours), interviewerId: mentor.user._id });
const bookingsOf = async (by: SignedUpUser) =>
  (await app.read(by, "/api/user/bookings")) as { _id: string; startTime: string }[];

async function listMentor(slug: string): Promise<void> {
  await app.deps.database
    .insertInto("interviewerProfiles")
    .values({ userId: mentor.user._id, slug, listedAt: app.clock.now(), updatedAt: app.clock.now() })
    .execute();
}

describe("holding a slot", () => {
  it("keeps it for one person for ten minutes, and offers it again within a minute after that", async () => {
    const slotId = await offer(24);
    const held = await hold(slotId);
    expect(held.status).toBe(201);
    expect(held.body).toEqual({
      slot: {
        _id: slotId,
        slotTime: hoursFromNow(app, 24),
        mentor: { firstName: "Kavya", lastName: "", slug: null, timeZone: null },
      },
      heldUntil: addMinutes(app.clock.now(), 10).toISOString(),
    });
    expect((await app.read(person, "/api/user/slot-hold")).hold).toEqual(held.body);
    expect(await read(slotId, person)).toMatchObject({ state: "yours", nearest: [] });
    expect(await read(slotId, rival)).toMatchObject({ state: "gone", heldUntil: null });
    expect((await hold(slotId, rival)).body.code).toBe("slot_taken");
    await grantTestCredits(app, rival, { sessions: 1 });
    expect((await book(24, rival)).body.code).toBe("slot_taken");
    passMinutes(10);
    await releaseExpiredHolds(app.deps);
    expect(await read(slotId, person)).toMatchObject({ state: "open", heldUntil: null });
    expect((await book(24, rival)).status).toBe(201);
  });

  it("is not extended by holding again, and does not block others once it has run out", async () => {
    const slotId = await offer(24);
    const first = await hold(slotId);
    passMinutes(4);
    expect((await hold(slotId)).body.heldUntil).toBe(first.body.heldUntil);
    passMinutes(6);
    expect(await read(slotId, rival)).toMatchObject({ state: "open" });
    expect((await hold(slotId, rival)).status).toBe(201);
    expect(await read(slotId, person)).toMatchObject({ state: "gone" });
    passMinutes(10);
    await grantTestCredits(app, person, { sessions: 1 });
    expect((await book(24)).status).toBe(201);
  });

  it("replaces the earlier hold, and keeps it if the new slot is gone", async () => {
    const [first, second, gone] = [await offer(24), await offer(25), await offer(26)];
    await hold(gone, rival);
    await hold(first);
    expect((await hold(gone)).status).toBe(409);
    expect(await read(first, person)).toMatchObject({ state: "yours" });
    await hold(second);
    expect(await read(first, rival)).toMatchObject({ state: "open" });
    expect(await read(second, rival)).toMatchObject({ state: "gone" });
    expect((await app.delete(person, "/api/user/slot-hold")).status).toBe(200);
    expect(await read(second, rival)).toMatchObject({ state: "open" });
  });

  it("offers the nearest slots of the mentor and of others, without those that overlap an own interview", async () => {
    const other = await app.signUpInterviewer({ firstName: "Arun" });
    const gone = await offer(40);
    const open = [await offer(39), await offer(42), await offer(40, other), await offer(43, other)];
    await hold(gone, rival);
    const { body } = await hold(gone);
    expect(body.code).toBe("slot_taken");
    const nearest = body.details.nearest as { _id: string; slotTime: string }[];
    expect(nearest.length).toBeLessThanOrEqual(6);
    expect(nearest.map(({ _id }) => _id)).toEqual(expect.arrayContaining(open.slice(0, 3)));
    expect(nearest.map(({ slotTime }) => slotTime)).toEqual(nearest.map(({ slotTime }) => slotTime).sort());
    await grantTestCredits(app, person, { sessions: 1 });
    await book(39);
    expect((await read(gone, person)).nearest.map(({ _id }: { _id: string }) => _id)).not.toContain(open[0]);
  });

  it("is refused at one's own interview, inside the notice, in the past, and of a blocked mentor", async () => {
    const other = await app.signUpInterviewer();
    await grantTestCredits(app, person, { sessions: 1 });
    await offer(24);
    await book(24);
    const overlapping = await hold(await offer(24, other));
    expect([overlapping.status, overlapping.body.code]).toEqual([409, "conflict"]);
    const late = await offer(3);
    await app.deps.database
      .updateTable("availability")
      .set({ bookableUntil: app.clock.now() })
      .where("id", "=", late)
      .execute();
    expect((await hold(late)).body.code).toBe("slot_taken");
    const past = await offer(2);
    passMinutes(180);
    expect((await hold(past)).body.code).toBe("slot_taken");
    const blocked = await offer(30);
    await app.deps.database
      .updateTable("users")
      .set({ blockedAt: app.clock.now() })
      .where("id", "=", mentor.user._id)
      .execute();
    expect((await hold(blocked)).body.code).toBe("slot_taken");
    expect((await hold(crypto.randomUUID())).status).toBe(404);
    expect((await app.post(person, "/api/user/slot-hold", { slotId: "x" })).body).toMatchObject({
      code: "invalid_input",
      details: [{ path: "slotId" }],
    });
  });

  it("ends with the notice of the slot", async () => {
    const slotId = await offer(24);
    const bookableUntil = addMinutes(app.clock.now(), 3);
    await app.deps.database
      .updateTable("availability")
      .set({ bookableUntil })
      .where("id", "=", slotId)
      .execute();
    expect((await hold(slotId)).body.heldUntil).toBe(bookableUntil.toISOString());
    passMinutes(4);
    expect(await read(slotId, rival)).toMatchObject({ state: "gone" });
  });

  it("lets its person book with a session that they have", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    expect((await book(24)).body.code).toBe("no_plan");
    expect(await read(slotId, person)).toMatchObject({ state: "yours" });
    await grantTestCredits(app, person, { sessions: 1 });
    const { status, body } = await book(24);
    expect(status).toBe(201);
    expect(await read(slotId, person)).toMatchObject({
      state: "booked",
      bookingId: body._id,
      heldUntil: null,
    });
  });

  it("lets its person move an interview there", async () => {
    const slotId = await offer(30);
    await offer(27);
    await grantTestCredits(app, person, { sessions: 1 });
    const { body: booking } = await book(27);
    await hold(slotId);
    const moved = await app.post(person, `/api/user/bookings/${booking._id}/reschedule`, {
      startTime: hoursFromNow(app, 30),
      interviewerId: mentor.user._id,
    });
    expect(moved.status).toBe(200);
    expect(await read(slotId, person)).toMatchObject({ state: "booked" });
  });

  it("shows a visitor the mentor only if they have a public page, and never a surname that is not shown", async () => {
    const slotId = await offer(24);
    expect(await read(slotId)).toMatchObject({ state: "open", mentor: null });
    await listMentor("kavya-r");
    expect((await read(slotId)).mentor).toMatchObject({ firstName: "Kavya", lastName: "", slug: "kavya-r" });
    const others = await app.signUpInterviewer();
    const hidden = await offer(25, others);
    await hold(slotId);
    const { state, nearest } = await read(slotId);
    expect(state).toBe("gone");
    expect(nearest.map(({ _id }: { _id: string }) => _id)).not.toContain(hidden);
  });
});

describe("the mentor of a held slot", () => {
  const deleteSlot = (slotId: string) => app.delete(mentor, `/api/interviewer/availability/${slotId}`);

  it("who deletes it ends the hold: the payment keeps the session and books nothing", async () => {
    const [slotId, other] = [await offer(24), await offer(25)];
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    const own = await app.read(mentor, "/api/interviewer/availability");
    expect(own[0]).toMatchObject({ _id: slotId, allowedActions: ["delete"] });
    expect((await deleteSlot(slotId)).status).toBe(200);
    const { state, nearest } = await read(slotId, person);
    expect(state).toBe("gone");
    expect(nearest.map(({ _id }: { _id: string }) => _id)).toContain(other);
    expect((await verify(app, person, callback)).body.slot).toEqual({ slotId, bookingId: null });
    expect(await getSessionCount(app, person)).toBe(1);
  });

  it("who takes time off ends the hold: the payment keeps the session and books nothing", async () => {
    const slotId = await offer(48);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    const day = hoursFromNow(app, 48).slice(0, 10);
    const lastDay = hoursFromNow(app, 72).slice(0, 10);
    await app.post(mentor, "/api/interviewer/time-off", { firstDay: day, lastDay, timeZone: "UTC" });
    expect(await read(slotId, person)).toMatchObject({ state: "gone" });
    expect((await verify(app, person, callback)).body.slot).toEqual({ slotId, bookingId: null });
    expect(await getSessionCount(app, person)).toBe(1);
  });

  const withdrawals = [
    { name: "deletes", method: "DELETE", hours: undefined },
    { name: "changes", method: "PUT", hours: { windows: [{ from: "06:00", to: "07:00" }] } },
  ];
  it.each(withdrawals)("who $name weekly hours ends the holds on their slots", async ({ method, hours }) => {
    const body = {
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [{ from: "10:00", to: "12:00" }], timeZone: "UTC" },
      ...{ startsOn: hoursFromNow(app, 24).slice(0, 10), endsOn: null, exceptions: [] },
      ...{ minimumNoticeHours: 0, mostPerDay: null },
    };
    const { token } = mentor;
    const { rule } = (await app.post({ token }, "/api/interviewer/weekly-rules", body)).body;
    const [slot] = await app.read({ token }, "/api/interviewer/availability");
    expect((await hold(slot._id)).status).toBe(201);
    const path = `/api/interviewer/weekly-rules/${rule._id}`;
    await app.call(method, path, { token, ...(hours === undefined ? {} : { body: { ...body, ...hours } }) });
    expect(await read(slot._id, person)).toMatchObject({ state: "gone" });
  });

  it("who leaves ends the hold: the payment keeps the session and books nothing", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    const { id, quoted } = await createOpenOrder(app, person, "Basic", undefined, slotId);
    await deleteOwnAccount(app, mentor);
    expect(await read(slotId, person)).toMatchObject({ state: "gone" });
    const { body } = await verify(app, person, {
      ...(await pay(app, id)).body,
      planType: "Basic",
      newPrice: quoted.newPrice,
    });
    expect(body.slot).toEqual({ slotId, bookingId: null });
    expect(await getSessionCount(app, person)).toBe(1);
  });

  it("who is blocked ends the hold, and no order for their slot is opened", async () => {
    const [blocked, other] = [await offer(24), await offer(25)];
    await hold(blocked);
    await hold(other, rival);
    const { user } = mentor;
    await app.deps.database
      .updateTable("users")
      .set({ blockedAt: app.clock.now() })
      .where("id", "=", user._id)
      .execute();
    const refused = await order(app, person, await quote(app, person, "Basic"), undefined, blocked);
    expect([refused.status, refused.body.code]).toEqual([409, "slot_taken"]);
    await app.deps.database
      .updateTable("users")
      .set({ blockedAt: null })
      .where("id", "=", user._id)
      .execute();
    await confirmAction(app, await app.signUpOperator(), `/api/operator/people/${user._id}/block`);
    for (const token of [person.token, rival.token])
      expect((await app.read({ token }, "/api/user/slot-hold")).hold).toBeNull();
    const { rows } = await app.deps.pool.query(
      "select from slot_holds hold join availability slot on slot.id = hold.slot_id where slot.interviewer_id = $1",
      [user._id],
    );
    expect(rows).toEqual([]);
  });

  it("loses no slot when the person who holds it deletes their account", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    await deleteOwnAccount(app, person);
    expect(await read(slotId, rival)).toMatchObject({ state: "open" });
  });
});

describe("paying for a held slot", () => {
  it("books it in the same settlement, whoever reports the payment and however often", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Pro", undefined, slotId);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? app.runJobs() : verify(app, person, callback),
      ),
    );
    const verified = answers.filter((answer) => typeof answer !== "number");
    expect(new Set(verified.map(({ body }) => body.slot.bookingId)).size).toBe(1);
    expect(verified[0]?.body.msg).toBe("✅ Payment successful! Your interview is booked.");
    await app.runJobs();
    const [booking, ...more] = await bookingsOf(person);
    expect(more).toEqual([]);
    expect(booking?._id).toBe(verified[0]?.body.slot.bookingId);
    expect(await getSessionCount(app, person)).toBe(2);
    const mails = await app.mailsTo(person.user.email, /^(Receipt|Booked|Your interview)/);
    expect(mails.filter(({ subject = "" }) => subject.startsWith("Receipt"))).toHaveLength(1);
    expect(mails.find(({ subject = "" }) => subject.startsWith("Receipt"))?.text).toContain(
      "the interview that you chose is booked",
    );
  });

  it("books it by the webhook alone if the browser was closed", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    await createPaidOrder(app, person, "Basic", undefined, slotId);
    await app.runJobs();
    expect(await bookingsOf(person)).toHaveLength(1);
    expect(await getSessionCount(app, person)).toBe(0);
  });

  it("needs the hold, and the order is for the slot that was chosen last", async () => {
    const [first, second] = [await offer(24), await offer(25)];
    const quoted = await quote(app, person, "Basic");
    const refused = await order(app, person, quoted, undefined, first);
    expect([refused.status, refused.body.code]).toEqual([409, "slot_taken"]);
    await hold(first);
    const { body } = await order(app, person, quoted, undefined, first);
    await hold(second);
    expect((await order(app, person, quoted, undefined, second)).body.id).toBe(body.id);
    await pay(app, body.id);
    await app.runJobs();
    expect((await bookingsOf(person)).map(({ startTime }) => startTime)).toEqual([hoursFromNow(app, 25)]);
    expect(await read(first, rival)).toMatchObject({ state: "open" });
  });

  it("books the slot that another tab orders just as the payment settles", async () => {
    const [first, second] = [await offer(24), await offer(25)];
    await hold(first);
    const callback = await createPaidOrder(app, person, "Basic", undefined, first);
    await hold(second);
    const { body } = await callDuring(
      app,
      () => verify(app, person, callback),
      (tx) =>
        tx.updateTable("orders").set({ slotId: second }).where("userId", "=", person.user._id).execute(),
    );
    expect(body.slot).toMatchObject({ slotId: second, bookingId: expect.any(String) });
    expect(await getSessionCount(app, person)).toBe(0);
  });

  it("says that the slot was booked and then canceled", async () => {
    const slotId = await offer(40);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    const { body } = await verify(app, person, callback);
    await app.post(person, `/api/user/bookings/${body.slot.bookingId}/cancel`);
    const repeated = (await verify(app, person, callback)).body;
    expect(repeated.slot).toEqual({ slotId, bookingId: null });
    await app.runJobs();
    const [receipt] = await app.mailsTo(person.user.email, /^Receipt/);
    for (const text of [repeated.msg, receipt?.text]) {
      expect(text).toContain("The interview that you chose was booked and then canceled.");
      expect(text).not.toContain("could not be booked");
    }
  });

  it("says that the slot is booked with a session that the person had", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    await grantTestCredits(app, person, { sessions: 1 });
    const booked = await book(24);
    const { body } = await verify(app, person, callback);
    expect(body.slot).toEqual({ slotId, bookingId: booked.body._id });
    expect(await getSessionCount(app, person)).toBe(1);
    await app.runJobs();
    const [receipt] = await app.mailsTo(person.user.email, /^Receipt/);
    for (const text of [body.msg, receipt?.text]) expect(text).toContain("is booked with another session.");
  });

  it("stays a purchase without a slot when the last order names none", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    const quoted = await quote(app, person, "Basic");
    await order(app, person, quoted, undefined, slotId);
    const { body } = await order(app, person, quoted);
    await pay(app, body.id);
    await app.runJobs();
    expect(await bookingsOf(person)).toEqual([]);
    expect(await getSessionCount(app, person)).toBe(1);
  });

  const late = [
    {
      name: "books it when the hold ran out and nobody took it",
      minutes: 59,
      isTaken: false,
      isBooked: true,
    },
    { name: "keeps the session when somebody took it", minutes: 12, isTaken: true, isBooked: false },
    {
      name: "keeps the session when the payment is over an hour late",
      minutes: 61,
      isTaken: false,
      isBooked: false,
    },
  ];
  it.each(late)("$name", async ({ minutes, isTaken, isBooked }) => {
    const slotId = await offer(24);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    passMinutes(minutes);
    if (isTaken) await hold(slotId, rival);
    const { status, body } = await verify(app, person, callback);
    expect(status).toBe(200);
    expect(body.slot.bookingId !== null).toBe(isBooked);
    if (!isBooked)
      expect(body.msg).toContain("1 session added to your account. The slot that you chose could not");
    expect(await getSessionCount(app, person)).toBe(isBooked ? 0 : 1);
    await app.runJobs();
    const [receipt] = await app.mailsTo(person.user.email, /^Receipt/);
    expect(receipt?.text?.includes("is booked")).toBe(isBooked);
  });

  it("keeps the session when the person has another interview by then", async () => {
    const other = await app.signUpInterviewer();
    const slotId = await offer(24);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    await grantTestCredits(app, person, { sessions: 1 });
    await offer(24, other);
    await postBooking(app, person, { startTime: hoursFromNow(app, 24), interviewerId: other.user._id });
    const { body } = await verify(app, person, callback);
    expect(body.slot.bookingId).toBeNull();
    expect(await getSessionCount(app, person)).toBe(1);
    expect(await read(slotId, rival)).toMatchObject({ state: "open" });
  });

  const changes = [
    { name: "was blocked", change: { blockedAt: new Date() }, state: "gone" },
    { name: "became an interviewer", change: { role: "interviewer" as const }, state: "open" },
  ];
  it.each(changes)("keeps the session when the person $name meanwhile", async ({ change, state }) => {
    const slotId = await offer(24);
    await hold(slotId);
    await createPaidOrder(app, person, "Basic", undefined, slotId);
    await app.deps.database.updateTable("users").set(change).where("id", "=", person.user._id).execute();
    await app.runJobs();
    const { rows } = await app.deps.pool.query("select balance from credit_accounts where user_id = $1", [
      person.user._id,
    ]);
    expect(rows).toEqual([{ balance: 1 }]);
    expect(await read(slotId, rival)).toMatchObject({ state });
  });

  it("never fails the payment, whatever fails about the booking", async () => {
    const slotId = await offer(24);
    await hold(slotId);
    const callback = await createPaidOrder(app, person, "Basic", undefined, slotId);
    await app.deps.pool.query(`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create constraint trigger broken after insert on bookings deferrable initially deferred for each row
        when (new.interviewee_id = '${person.user._id}') execute function refuse_broken()`);
    const { status, body } = await verify(app, person, callback);
    await app.deps.pool.query("drop trigger broken on bookings; drop function refuse_broken()");
    expect([status, body.slot.bookingId]).toEqual([200, null]);
    expect(await getSessionCount(app, person)).toBe(1);
    expect(await read(slotId, person)).toMatchObject({ state: "yours" });
  });
});

describe("limits", () => {
  it("refuses a thirteenth hold within an hour", async () => {
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
    const { token } = await limited.signUp();
    const answers = [];
    for (let count = 0; count < 13; count += 1)
      answers.push(await limited.post({ token }, "/api/user/slot-hold", { slotId: crypto.randomUUID() }));
    await limited.close();
    expect(countStatuses(answers)).toEqual({ 404: 12, 429: 1 });
  });

  it("refuses to hold one slot again and again, and the many accounts of one network", async () => {
    // A quarter of the limits: of one slot one hold a day, of one network 15 an hour.
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "0.25" } });
    const owner = await limited.signUpInterviewer();
    const slotIds: string[] = [];
    for (let hours = 24; hours < 40; hours += 1)
      slotIds.push(await offerSlot(limited, owner, hoursFromNow(limited, hours)));
    const [first, ...others] = await createUsers(limited, slotIds.length);
    const place = (slotId: string | undefined, by = first) =>
      limited.post(by, "/api/user/slot-hold", { slotId });
    expect(countStatuses([await place(slotIds[0]), await place(slotIds[0])])).toEqual({ 201: 2 });
    await limited.delete(first, "/api/user/slot-hold");
    const again = await place(slotIds[0]);
    expect([again.status, again.body.msg]).toEqual([
      429,
      "You can hold the same slot three times a day. Please choose another one.",
    ]);
    const answers = [];
    for (const [index, other] of others.entries()) answers.push(await place(slotIds[index + 1], other));
    await limited.close();
    expect(countStatuses(answers)).toEqual({ 201: 14, 429: 1 });
  });

  it("counts how often one network reads slots", async () => {
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "0.01" } });
    const answers = [];
    for (let count = 0; count < 13; count += 1)
      answers.push(await limited.call("GET", `/api/slots/${crypto.randomUUID()}`));
    await limited.close();
    expect(countStatuses(answers)).toEqual({ 404: 12, 429: 1 });
  });
});
