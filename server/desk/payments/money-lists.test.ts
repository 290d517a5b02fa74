import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUsers } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy, createOpenOrder, pay } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";

let app: TestApp;
let owner: SignedUpUser;

beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_APPROVAL_REFUND_RUPEES: "500" } });
  owner = await app.signUpOperator();
});
afterAll(() => app.close());

describe("the desk's lists of money", () => {
  it("finds payments by person, reference, state and plan, page by page", async () => {
    const person = await app.signUp({ firstName: "Zubin", lastName: "Mehta" });
    await buy(app, person, "Basic");
    await buy(app, person, "Pro");
    const list = async (query: string) =>
      (await app.call("GET", `/api/operator/payments?${query}`, { token: owner.token })).body;
    expect(await list("person=zubin%20me")).toHaveLength(2);
    expect(await list(`person=${person.user.email.slice(0, -3)}`)).toHaveLength(2);
    const [newest] = await list(`person=${person.user._id}&limit=1`);
    expect(newest.planType).toBe("Pro");
    expect(await list(`reference=${newest.receipt}`)).toMatchObject([{ _id: newest._id }]);
    expect(await list(`reference=${newest.paymentReference}`)).toMatchObject([{ _id: newest._id }]);
    expect(await list(`reference=${newest.orderReference}`)).toMatchObject([{ _id: newest._id }]);
    expect(await list("reference=pay_nobody")).toEqual([]);
    expect(await list("person=zubin&plan=Basic")).toHaveLength(1);
    expect(await list("person=zubin&state=refunded")).toEqual([]);
    expect(await list("person=%25")).toEqual([]);
    expect(await list("person=zubin&from=2026-11-21T00:00:00Z")).toEqual([]);
  });

  it("asks for more of a name that more than fifty people have", async () => {
    await createUsers(app, 51);
    for (const list of ["payments", "orders", "bookings"]) {
      const answer = await app.call("GET", `/api/operator/${list}?person=crowd`, { token: owner.token });
      expect([answer.status, answer.body.details[0].path]).toEqual([400, "person"]);
    }
    expect(
      (await app.call("GET", "/api/operator/payments?person=crowd50", { token: owner.token })).body,
    ).toEqual([]);
  });

  it("lists orders that were never paid, and has the provider asked once more", async () => {
    const person = await app.signUp({ firstName: "Never", lastName: "Paid" });
    const opened = await createOpenOrder(app, person, "Basic");
    const list = async () =>
      (await app.call("GET", "/api/operator/orders?person=never%20paid", { token: owner.token })).body;
    const [order] = await list();
    expect(order).toMatchObject({ state: "open", checks: 0, amount: expect.any(Number), lastDecline: null });
    expect((await pay(app, opened.id, "failure")).status).toBe(200);
    await app.runJobs();
    expect((await list())[0].lastDecline).toEqual({
      at: expect.any(String),
      reason: "Your payment was declined by the bank.",
    });
    await app.deps.pool.query(
      "update orders set given_up_at = now(), next_check_at = null, checks = 4 where id = $1",
      [order._id],
    );
    expect((await list())[0].state).toBe("given-up");
    const asked = await confirmAction(app, owner, `/api/operator/orders/${order._id}/check`);
    expect(asked.status).toBe(200);
    expect((await list())[0]).toMatchObject({
      state: "open",
      checks: 3,
      nextCheckAt: app.clock.now().toISOString(),
    });
  });
});
