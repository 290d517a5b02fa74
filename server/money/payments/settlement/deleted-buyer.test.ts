import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { deleteOwnAccount } from "../../../testing/delete-account.ts";
import { auditLinesOf, createOpenOrder, pay } from "../../../testing/purchases.ts";
import { reconcileDueOrders } from "../reconciliation/reconcile-due-orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("is refunded whole when the payment arrives after the account was deleted, and we are told", async () => {
  const person = await app.signUp();
  const userId = person.user._id;
  const { id } = await createOpenOrder(app, person, "Basic");
  await deleteOwnAccount(app, person);
  await pay(app, id, "closed"); // Its webhook is a job.
  await app.runJobs();
  app.clock.advance({ minutes: 5 });
  await reconcileDueOrders(app.deps);
  await app.runJobs();

  const { rows: payments } = await app.deps.pool.query(
    "select id, status, amount_paise from payments where user_id = $1",
    [userId],
  );
  expect(payments).toEqual([{ id: expect.any(String), status: "refunded", amount_paise: 9_900 }]);
  const { rows: refunds } = await app.deps.pool.query(
    "select status, amount_paise, sessions from refunds where user_id = $1",
    [userId],
  );
  expect(refunds).toEqual([{ status: "done", amount_paise: 9_900, sessions: 1 }]);
  const { rows: left } = await app.deps.pool.query(
    "select count(*)::int as count from credits where user_id = $1 and status <> 'refunded'",
    [userId],
  );
  expect(left).toEqual([{ count: 0 }]);
  expect(await auditLinesOf(app, `payment:${payments[0].id}`)).toMatchObject([
    { action: "payment.refunded", details: { amountPaise: 9_900 } },
  ]);
  const { rows: members } = await app.deps.pool.query("select from founding_members where user_id = $1", [
    userId,
  ]);
  expect(members).toEqual([]);

  const notes = (await app.mailsTo(app.deps.config.business.supportEmail)).filter(({ subject }) =>
    subject?.includes("deleted account"),
  );
  expect(notes).toHaveLength(1);
  expect(notes[0]?.text).toContain("₹99.00");
  expect(notes[0]?.text).toContain(payments[0].id);
  expect(await app.mailsTo(`deleted-${userId}@deleted.invalid`)).toEqual([]);
});
