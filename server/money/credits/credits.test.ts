import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import {
  countStatuses,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { findSpentCredit, grantCredits, returnCredit, splitPrice } from "./credits.ts";

describe("splitPrice", () => {
  it("puts the paise that are left on the last credits", () => {
    expect(splitPrice(49_900, 3)).toEqual([16_633, 16_633, 16_634]);
  });

  it("loses no paisa, and no two credits differ by more than one", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 50 }), (price, sessions) => {
        const parts = splitPrice(price, sessions);
        expect(parts).toHaveLength(sessions);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("ledger", () => {
  const app = useTestApp();
  const interviewer = useBeforeAll(() => app.signUpInterviewer());
  let slots = 0;

  /** Offers `count` slots, one hour apart. */
  async function offerSlots(count: number): Promise<string[]> {
    const startTimes = Array.from({ length: count }, () => {
      slots += 1;
      return hoursFromNow(app, 24 + slots);
    });
    for (const startTime of startTimes) await offerSlot(app, interviewer, startTime);
    return startTimes;
  }

  const bookAt = (person: SignedUpUser, startTime: string) =>
    postBooking(app, person, { startTime, interviewerId: interviewer.user._id });

  /** Books a new slot and returns the credit that was spent. */
  async function spend(person: SignedUpUser) {
    const [startTime = ""] = await offerSlots(1);
    const { status, body } = await bookAt(person, startTime);
    expect(status).toBe(201);
    const credit = await findSpentCredit(app.deps.database, body._id);
    if (credit === null) throw new Error("the booking spent no credit");
    return { bookingId: body._id as string, ...credit };
  }
  const giveBack = (userId: string, bookingId: string) =>
    inTransaction(app.deps.database, (tx) =>
      returnCredit(tx, { userId, bookingId, reason: "Canceled", now: app.clock.now() }),
    );
  const balance = (userId: string) => findBalance(app.deps.database, userId);

  describe("the ledger", () => {
    it("shows the remaining credits by plan, in the order in which they will be spent", async () => {
      const person = await app.signUp();
      const left = async () => (await app.read(person, "/api/user/profile")).sessionsByPlan;
      expect(await left()).toEqual([]);
      await buy(app, person, "Basic");
      app.clock.advance({ minutes: 1 });
      await buy(app, person, "Pro");
      expect(await left()).toEqual([
        { planType: "Basic", sessions: 1 },
        { planType: "Pro", sessions: 3 },
      ]);
      await spend(person);
      expect(await left()).toEqual([{ planType: "Pro", sessions: 3 }]);
    });

    it("spends the oldest credit first and knows the price of each", async () => {
      const person = await app.signUp();
      await buy(app, person, "Pro");
      app.clock.advance({ minutes: 1 });
      await buy(app, person, "Basic");
      const values: number[] = [];
      for (let left = 3; left >= 0; left -= 1) {
        const spent = await spend(person);
        expect(await balance(person.user._id)).toBe(left);
        expect(spent.source).toBe("purchase");
        values.push(spent.valuePaise);
      }
      expect(values).toEqual([16_633, 16_633, 16_634, 9_900]);
      const [startTime = ""] = await offerSlots(1);
      expect(await bookAt(person, startTime)).toMatchObject({ status: 409, body: { code: "no_credits" } });
      expect(await balance(person.user._id)).toBe(0);
    });

    it("returns a credit once, only to its owner", async () => {
      const [person, other] = [await app.signUp(), await app.signUp()];
      await buy(app, person, "Pro");
      const { bookingId, creditId } = await spend(person);
      expect(await giveBack(other.user._id, bookingId)).toBeNull();
      expect(await giveBack(person.user._id, bookingId)).toEqual({ balance: 3 });
      expect(await giveBack(person.user._id, bookingId)).toBeNull();
      // The same credit pays for another booking. Returning the first booking's credit again must not affect it.
      expect((await spend(person)).creditId).toBe(creditId);
      expect(await giveBack(person.user._id, bookingId)).toBeNull();
      expect(await balance(person.user._id)).toBe(2);
      const { body } = await app.get(person, "/api/user/credits");
      const lines = body.map((line: Record<string, unknown>) => [line.kind, line.delta, line.balance]);
      expect(lines).toEqual([
        ["spend", -1, 2],
        ["return", 1, 3],
        ["spend", -1, 2],
        ["grant", 3, 3],
      ]);
    });

    it("spends only existing credits, however many requests arrive at once", async () => {
      const person = await app.signUp();
      await buy(app, person, "Premium");
      const startTimes = await offerSlots(20);
      const answers = await Promise.all(startTimes.map((startTime) => bookAt(person, startTime)));
      expect(countStatuses(answers)).toEqual({ 201: 5, 409: 15 });
      expect(await balance(person.user._id)).toBe(0);
    });

    it("returns a credit once on twenty concurrent requests", async () => {
      const person = await app.signUp();
      await buy(app, person, "Basic");
      const { bookingId } = await spend(person);
      await Promise.allSettled(Array.from({ length: 20 }, () => giveBack(person.user._id, bookingId)));
      expect(await balance(person.user._id)).toBe(1);
    });

    it("grants a gift worth nothing, and refuses direct writes", async () => {
      const person = await app.signUp();
      const grant = {
        userId: person.user._id,
        source: "gift" as const,
        sessions: 2,
        pricePaise: 0,
        reason: "Welcome",
        now: app.clock.now(),
      };
      expect(await inTransaction(app.deps.database, (tx) => grantCredits(tx, grant))).toMatchObject({
        balance: 2,
      });
      const { bookingId } = await spend(person);
      expect(await findSpentCredit(app.deps.database, bookingId)).toMatchObject({
        valuePaise: 0,
        source: "gift",
      });
      const edit = app.deps.database.updateTable("creditAccounts").set({ balance: 9 }).execute();
      await expect(edit).rejects.toThrow("moves only through the ledger");
    });
  });
});
