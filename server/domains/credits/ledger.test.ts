import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { findBalance } from "./find-balance.ts";
import { findSpentCredit } from "./find-spent-credit.ts";
import { grantCredits } from "./grant-credits.ts";
import { returnCredit } from "./return-credit.ts";
import { spendCredit } from "./spend-credit.ts";

let app: TestApp;
let interviewer: SignedUp;
let slots = 0;

beforeAll(async () => {
  app = await createTestApp();
  interviewer = await app.signUpInterviewer();
});
afterAll(() => app.close());

/** A booking that stands for itself: what it takes to have an id that the ledger may name. */
async function insertBooking(tx: Tx, intervieweeId: string): Promise<string> {
  slots += 1;
  const interviewerId = interviewer.user._id;
  const startsAt = new Date(Date.UTC(2027, 0, 1) + slots * 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 45 * 60_000);
  const [slotId, id, createdAt] = [newId(), newId(), app.clock.now()];
  const slot = { interviewerId, startsAt, endsAt, createdAt };
  await tx
    .insertInto("availability")
    .values({ id: slotId, ...slot })
    .execute();
  await tx
    .insertInto("bookings")
    .values({ id, slotId, intervieweeId, ...slot })
    .execute();
  return id;
}

const spend = (userId: string) =>
  inTransaction(app.deps.database, async (tx) => {
    await lockSubjects(tx, [userId]);
    const bookingId = await insertBooking(tx, userId);
    return {
      bookingId,
      ...(await spendCredit(tx, { userId, bookingId, reason: "Booked", now: app.clock.now() })),
    };
  });
const giveBack = (userId: string, bookingId: string) =>
  inTransaction(app.deps.database, (tx) =>
    returnCredit(tx, { userId, bookingId, reason: "Cancelled", now: app.clock.now() }),
  );
const balance = (userId: string) => findBalance(app.deps.database, userId);

describe("the ledger", () => {
  it("spends the oldest session first and says what each was sold for", async () => {
    const person = await app.signUp();
    await buy(app, person, "Pro");
    app.clock.advance({ minutes: 1 });
    await buy(app, person, "Basic");
    const values: number[] = [];
    for (let left = 3; left >= 0; left -= 1) {
      const spent = await spend(person.user._id);
      expect(spent.balance).toBe(left);
      values.push(spent.valuePaise);
      expect(await findSpentCredit(app.deps.database, spent.bookingId)).toEqual({
        creditId: spent.creditId,
        valuePaise: spent.valuePaise,
        source: "purchase",
      });
    }
    expect(values).toEqual([16_633, 16_633, 16_634, 9_900]);
    await expect(spend(person.user._id)).rejects.toMatchObject({ code: "no_credits" });
    expect(await balance(person.user._id)).toBe(0);
  });

  it("gives a session back once, to its owner alone", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await buy(app, person, "Pro");
    const { bookingId, creditId } = await spend(person.user._id);
    expect(await giveBack(other.user._id, bookingId)).toBeNull();
    expect(await giveBack(person.user._id, bookingId)).toEqual({ balance: 3 });
    expect(await giveBack(person.user._id, bookingId)).toBeNull();
    // The same session serves another booking; the first booking's return must not touch it.
    expect((await spend(person.user._id)).creditId).toBe(creditId);
    expect(await giveBack(person.user._id, bookingId)).toBeNull();
    expect(await balance(person.user._id)).toBe(2);
    const { body } = await app.call("GET", "/api/user/credits", { token: person.token });
    const lines = body.map((line: Record<string, unknown>) => [line.kind, line.delta, line.balance]);
    expect(lines).toEqual([
      ["spend", -1, 2],
      ["return", 1, 3],
      ["spend", -1, 2],
      ["grant", 3, 3],
    ]);
  });

  it("spends what there is and no more, however many try at once", async () => {
    const person = await app.signUp();
    await buy(app, person, "Premium");
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => spend(person.user._id)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await balance(person.user._id)).toBe(0);
  });

  it("returns a session once when twenty ask at once", async () => {
    const person = await app.signUp();
    await buy(app, person, "Basic");
    const { bookingId } = await spend(person.user._id);
    await Promise.allSettled(Array.from({ length: 20 }, () => giveBack(person.user._id, bookingId)));
    expect(await balance(person.user._id)).toBe(1);
  });

  it("grants a gift worth nothing, and refuses to be written by hand", async () => {
    const { user } = await app.signUp();
    const grant = {
      userId: user._id,
      source: "gift" as const,
      sessions: 2,
      pricePaise: 0,
      reason: "Welcome",
      now: app.clock.now(),
    };
    expect(await inTransaction(app.deps.database, (tx) => grantCredits(tx, grant))).toMatchObject({
      balance: 2,
    });
    const { bookingId } = await spend(user._id);
    expect(await findSpentCredit(app.deps.database, bookingId)).toMatchObject({
      valuePaise: 0,
      source: "gift",
    });
    const edit = app.deps.database.updateTable("creditAccounts").set({ balance: 9 }).execute();
    await expect(edit).rejects.toThrow("moves only through the ledger");
  });

  it("is an interviewee's to read", async () => {
    expect((await app.call("GET", "/api/user/credits")).status).toBe(401);
    expect((await app.call("GET", "/api/user/credits", { token: interviewer.token })).status).toBe(403);
  });
});
