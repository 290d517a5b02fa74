import { setTimeout as sleep } from "node:timers/promises";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { maxTurns, offerMinutes } from "@greenroom/contract/schedule/waits.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { getSessionCount, order, pay, quote, verify } from "../../testing/purchases.ts";
import {
  countStatuses,
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../bookings/bookings.testing.ts";
import { releaseExpiredHolds } from "./holds.ts";
import { isWaitedFor } from "./offers.ts";

const app = useTestApp();
const mentor = useBeforeAll(() => app.signUpInterviewer());

const rounds = 2;

/** Whether somebody waits for the slot that could have it now. */
async function countFreeAndWaitedFor(slotId: string): Promise<number> {
  const { rows } = await sql`select from availability slot
    where slot.id = ${slotId} and slot.status = 'available' and ${isWaitedFor(app.clock.now())}`.execute(
    app.deps.database,
  );
  return rows.length;
}

/** The same choices in each run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

it("64 people on one slot hold, wait for, pay, cancel and release it in any order: one winner, no session lost, no hold left", {
  timeout: 120_000,
}, async () => {
  const startedAt = app.clock.now();
  const people = await createUsers(app, 64);
  const random = seededRandom(20);
  const paid = new Map<string, number>();
  let waiting = 0;
  for (let round = 0; round < rounds; round += 1) {
    app.clock.set(startedAt);
    const slotId = await offerSlot(app, mentor, hoursFromNow(app, 300 + round));
    const send = (person: SignedUpUser, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: person.token, body });
    /** Holds, orders and pays; a person who is refused tries again or gives up. */
    async function actAs(person: SignedUpUser, choices: readonly number[]): Promise<void> {
      for (const choice of choices) {
        const held = await send(person, "POST", "/api/user/slot-hold", { slotId });
        if (held.status !== 201) {
          const { status } = await send(person, "POST", "/api/user/waits", { slotId });
          expect([201, 409]).toContain(status);
          waiting += status === 201 ? 1 : 0;
          continue;
        }
        // Time passes for everybody, so that holds run out while others pay.
        if (choice > 0.7) app.clock.set(addMinutes(app.clock.now(), 4));
        if (choice < 0.2) {
          await send(person, "DELETE", "/api/user/slot-hold");
          continue;
        }
        const quoted = await quote(app, person, "Basic");
        const opened = await order(app, person, quoted, undefined, slotId);
        if (opened.status !== 200) continue;
        const callback = (await pay(app, opened.body.id)).body;
        if (callback.razorpay_payment_id === undefined) continue;
        const proof = { ...callback, planType: "Basic", newPrice: quoted.newPrice };
        const verified = await Promise.all([verify(app, person, proof), verify(app, person, proof)]);
        expect(countStatuses(verified)).toEqual({ 200: 2 });
        const { user } = person;
        paid.set(user._id, (paid.get(user._id) ?? 0) + 1);
        const { bookingId } = verified[0]?.body.slot ?? {};
        if (bookingId && choice > 0.5) await send(person, "POST", `/api/user/bookings/${bookingId}/cancel`);
        return;
      }
    }
    let isOver = false;
    const sweeping = (async () => {
      while (!isOver) {
        await Promise.all([releaseExpiredHolds(app.deps), sleep(15)]);
        expect(await countFreeAndWaitedFor(slotId)).toBe(0);
      }
    })();
    await Promise.all(people.map((person) => actAs(person, [random(), random(), random()])));
    isOver = true;
    await sweeping;
    // Whoever waits has their turn, one after the other.
    for (let turn = 0; turn <= maxTurns; turn += 1) {
      app.clock.set(addMinutes(app.clock.now(), offerMinutes));
      await Promise.all([releaseExpiredHolds(app.deps), releaseExpiredHolds(app.deps)]);
      expect(await countFreeAndWaitedFor(slotId)).toBe(0);
    }
    const { rows } = await app.deps.pool.query(
      `select slot.status, (select count(*)::int from bookings where slot_id = slot.id and status = 'pending') as winners,
            (select count(*)::int from slot_holds) as holds
          from availability slot where id = $1`,
      [slotId],
    );
    const { status, winners, holds } = rows[0];
    expect({ holds, isConsistent: status === (winners === 1 ? "booked" : "available") }).toEqual({
      holds: 0,
      isConsistent: true,
    });
    // Every purchase is a session in hand or a pending interview.
    for (const person of people) {
      const bought = paid.get(person.user._id) ?? 0;
      if (bought === 0) continue;
      const { body } = await send(person, "GET", "/api/user/bookings");
      const pending = body.filter((booking: { status: string }) => booking.status === "pending").length;
      expect((await getSessionCount(app, person)) + pending).toBe(bought);
    }
  }
  expect(paid.size).toBeGreaterThan(0);
  expect(waiting).toBeGreaterThan(0);
});

it("waiting people get the slots that are canceled at once: nobody two offers, nobody the same slot twice", {
  timeout: 120_000,
}, async () => {
  const waiting = await createUsers(app, 20);
  const bookers = await createUsers(app, 6);
  for (const person of bookers) await grantTestCredits(app, person, { sessions: 1 });
  const own = await app.signUpInterviewer();
  const interviewerId = own.user._id;
  const bookings: string[] = [];
  for (const [index, person] of bookers.entries()) {
    const startTime = hoursFromNow(app, 100 + index);
    await offerSlot(app, own, startTime);
    bookings.push((await postBooking(app, person, { startTime, interviewerId })).body._id);
  }
  const wait = (by: SignedUpUser) => app.post(by, "/api/user/waits", { mentor: interviewerId });
  const cancel = (id: string, index: number) => app.post(bookers[index], `/api/user/bookings/${id}/cancel`);
  const early = await Promise.all(waiting.slice(0, 8).map(wait));
  const answers = [
    ...early,
    ...(await Promise.all([...waiting.slice(8).map(wait), ...bookings.map(cancel)])),
  ];
  expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  const seen = new Set<string>();
  for (let turn = 0; turn <= maxTurns; turn += 1) {
    const { rows } = await app.deps.pool.query(
      `select hold.slot_id, hold.user_id from slot_holds hold join availability slot on slot.id = hold.slot_id
        where slot.interviewer_id = $1`,
      [interviewerId],
    );
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
    for (const { slot_id, user_id } of rows) {
      expect(seen.has(`${slot_id} ${user_id}`)).toBe(false);
      seen.add(`${slot_id} ${user_id}`);
    }
    app.clock.set(addMinutes(app.clock.now(), offerMinutes));
    await Promise.all(Array.from({ length: 4 }, () => releaseExpiredHolds(app.deps)));
  }
  const { rows } = await app.deps.pool.query(
    "select status from availability where interviewer_id = $1 and status <> 'available'",
    [interviewerId],
  );
  expect(rows).toEqual([]);
  expect(seen.size).toBeGreaterThan(6);
});
