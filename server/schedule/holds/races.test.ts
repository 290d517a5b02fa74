import { setTimeout as sleep } from "node:timers/promises";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { getSessionCount, order, pay, quote, verify } from "../../testing/purchases.ts";
import { countStatuses, createUsers, hoursFromNow, offerSlot } from "../bookings/bookings.testing.ts";
import { releaseExpiredHolds } from "./holds.ts";

let app: TestApp;
let mentor: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
  mentor = await app.signUpInterviewer();
});
afterAll(() => app.close());

const rounds = 2;

/** The same choices in each run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

it("64 people on one slot hold, pay, cancel and release it in any order: one winner, no session lost, no hold left", {
  timeout: 120_000,
}, async () => {
  const startedAt = app.clock.now();
  const people = await createUsers(app, 64);
  const random = seededRandom(20);
  const paid = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    app.clock.set(startedAt);
    const slotId = await offerSlot(app, mentor, hoursFromNow(app, 300 + round));
    const send = (person: SignedUpUser, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: person.token, body });
    /** Holds, orders and pays; a person who is refused tries again or gives up. */
    async function actAs(person: SignedUpUser, choices: readonly number[]): Promise<void> {
      for (const choice of choices) {
        const held = await send(person, "POST", "/api/user/slot-hold", { slotId });
        if (held.status !== 201) continue;
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
      while (!isOver) await Promise.all([releaseExpiredHolds(app.deps), sleep(15)]);
    })();
    await Promise.all(people.map((person) => actAs(person, [random(), random(), random()])));
    isOver = true;
    await sweeping;
    app.clock.set(addMinutes(app.clock.now(), 11));
    await releaseExpiredHolds(app.deps);
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
});
