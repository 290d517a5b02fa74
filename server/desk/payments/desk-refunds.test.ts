import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import {
  createUsers,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useBeforeEach, useTestApp } from "../../testing/app.ts";
import {
  auditLinesOf,
  buy,
  buyAsNewcomer,
  createOpenOrder,
  getSessionCount,
  pay,
} from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

const app = useTestApp({ environment: { GREENROOM_APPROVAL_REFUND_RUPEES: "500" } });
// What one operator refunds in a day counts towards the limit above which a second one is needed.
const owner = useBeforeEach(() => app.signUpOperator());

const refund = (operator: SignedUpUser, ...items: { paymentId: string; sessions: number | "all" }[]) =>
  confirmAction(app, operator, "/api/operator/refunds", { items });
const detail = async (id: string) => await app.read(owner, `/api/operator/payments/${id}`);

describe("a refund at the desk", () => {
  it("shows what follows, takes sessions back, sends the money and leaves a line with the reason", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const preview = await previewAction(app, owner, "/api/operator/refunds", {
      items: [{ paymentId, sessions: 1 }],
    });
    expect(preview.body.lines[0]).toEqual({
      label: "Refund",
      text: `${person.user.email}: ₹166.34 of ₹499.00 goes back. Removes 1 session. 2 left from this payment.`,
    });
    expect(preview.body.typedConfirmation).toBe("166.34");
    const done = await refund(owner, { paymentId, sessions: 1 });
    expect([done.status, done.body]).toEqual([
      200,
      { msg: "The refund is on the way: ₹166.34.", approvalId: null, undo: null },
    ]);
    await app.runJobs();
    expect(await getSessionCount(app, person)).toBe(2);
    const subjects = (await app.mailsTo(person.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith("Refund of ₹166.34 for "))).toHaveLength(1);
    expect(await detail(paymentId)).toMatchObject({
      state: "part-refunded",
      refunded: 166.34,
      left: 2,
      takenBack: 1,
      refunds: [{ state: "sent", amount: 166.34, reason: "Asked for by email" }],
    });
    expect(await auditLinesOf(app, `payment:${paymentId}`)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "desk.payment-viewed", actor_user_id: owner.user._id }),
        expect.objectContaining({
          action: "payment.refunded",
          actor_user_id: owner.user._id,
          details: expect.objectContaining({ sessions: 1, reason: "Asked for by email" }),
        }),
      ]),
    );
  });

  it("that has gone out is not tried again, and one that waits is sent once", async () => {
    const { paymentId } = await buyAsNewcomer(app);
    expect((await refund(owner, { paymentId, sessions: 1 })).status).toBe(200);
    const waiting = async () =>
      (await app.read(owner, "/api/operator/refunds")).filter(
        (row: { paymentId: string }) => row.paymentId === paymentId,
      );
    const [row] = await waiting();
    expect(row).toMatchObject({ state: "waiting", amount: 166.34, refusal: null });
    const path = `/api/operator/refunds/${row._id}/retry`;
    const { body: preview } = await previewAction(app, owner, path);
    const untyped = await app.post(owner, path, { reason: "The balance is back", version: preview.version });
    expect([untyped.status, untyped.body.details]).toEqual([
      400,
      [{ path: "typed", msg: "Type 166.34 to confirm." }],
    ]);
    expect((await confirmAction(app, owner, path)).status).toBe(200);
    await app.runJobs();
    expect(await waiting()).toEqual([]);
    expect((await detail(paymentId)).refunds).toMatchObject([{ state: "sent", amount: 166.34 }]);
    expect((await confirmAction(app, owner, path)).status).toBe(409);
  });

  it("refuses more than is left and a wrong sum, and changes nothing", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const tooMany = await refund(owner, { paymentId, sessions: 4 });
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "It has only 3 to take back."]);
    const body = { items: [{ paymentId, sessions: 1 }] };
    const { version } = (await previewAction(app, owner, "/api/operator/refunds", body)).body;
    const wrong = await app.post(owner, "/api/operator/refunds", {
      ...body,
      reason: "Once more",
      version,
      typed: "1",
    });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, "typed"]);
    expect(await getSessionCount(app, person)).toBe(3);
  });

  it("of several payments is done for all or for none", async () => {
    const [one, two] = [await buyAsNewcomer(app, "Basic"), await buyAsNewcomer(app, "Basic")];
    await refund(owner, { paymentId: two.paymentId, sessions: "all" });
    const items = [one, two].map(({ paymentId }) => ({ paymentId, sessions: "all" as const }));
    expect((await refund(owner, ...items)).body.msg).toMatch(
      /^Receipt R-20261120-\w+: All of its sessions are refunded already\.$/,
    );
    expect(await getSessionCount(app, one.person)).toBe(1);
    const three = await buyAsNewcomer(app, "Basic");
    const both = await refund(
      owner,
      { paymentId: one.paymentId, sessions: "all" },
      { paymentId: three.paymentId, sessions: "all" },
    );
    expect(both.body.msg).toMatch(/^2 refunds are on the way: ₹/);
    expect(await getSessionCount(app, three.person)).toBe(0);
  });

  it.each([
    ["no payment", { items: [] }, "items"],
    [
      "a payment twice",
      { items: [1, 1].map(() => ({ paymentId: "0190a5b8-7c00-7000-8000-00000000000f", sessions: 1 })) },
      "items",
    ],
    [
      "0 sessions",
      { items: [{ paymentId: "0190a5b8-7c00-7000-8000-00000000000f", sessions: 0 }] },
      "items.0.sessions",
    ],
    ["something that is no id", { items: [{ paymentId: "x", sessions: 1 }] }, "items.0.paymentId"],
  ])("of %s is refused with the field's name", async (_what, body, path) => {
    const answer = await previewAction(app, owner, "/api/operator/refunds", body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("needs an owner who has confirmed within ten minutes", async () => {
    const { paymentId } = await buyAsNewcomer(app, "Basic");
    const support = await app.signUpOperator({ level: "support" });
    const body = { items: [{ paymentId, sessions: 1 }] };
    expect((await previewAction(app, support, "/api/operator/refunds", body)).status).toBe(403);
    const late = await app.signUpOperator();
    const start = app.clock.now();
    app.clock.set(addMinutes(start, 11));
    expect((await refund(late, { paymentId, sessions: 1 })).body.code).toBe("confirmation_required");
    app.clock.set(start);
  });
});

describe("a refund out of goodwill", () => {
  const goodwill = (operator: SignedUpUser, paymentId: string, rupees: number) =>
    confirmAction(app, operator, "/api/operator/refunds", { items: [{ paymentId, goodwill: rupees }] });

  /** Three sessions for ₹499, of which one is booked. */
  async function bookedOnce() {
    const { person, paymentId } = await buyAsNewcomer(app);
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 30);
    await offerSlot(app, interviewer, startTime);
    const { body } = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
    return { person, paymentId, bookingId: body._id as string, interviewer, startTime };
  }

  /** Three sessions for ₹499, of which one is used up by a cancellation without notice. */
  async function usedOnce() {
    const booked = await bookedOnce();
    await app.deps.pool.query(
      "update bookings set status = 'cancelled', cancelled_at = $1, cancelled_by = 'interviewee', session_forfeited = true where id = $2",
      [app.clock.now(), booked.bookingId],
    );
    return booked;
  }

  it("pays for a used session, which stays used, up to what was paid for it", async () => {
    const { person, paymentId } = await usedOnce();
    const { goodwillLimit } = await detail(paymentId);
    expect(goodwillLimit).toBeCloseTo(166.33, 0);
    const tooMuch = await goodwill(owner, paymentId, goodwillLimit + 1);
    expect([tooMuch.status, tooMuch.body.msg]).toEqual([409, expect.stringMatching(/^At most ₹166/)]);
    expect((await goodwill(owner, paymentId, 100)).body.msg).toBe("The refund is on the way: ₹100.00.");
    await app.runJobs();
    expect(await getSessionCount(app, person)).toBe(2);
    expect(await detail(paymentId)).toMatchObject({
      ...{ used: 1, left: 2, takenBack: 0, refunded: 100, state: "part-refunded" },
      refunds: [{ amount: 100, sessions: 0, state: "sent" }],
    });
    const mail = (await app.mailsTo(person.user.email)).find(({ subject }) => subject?.startsWith("Refund"));
    expect(mail?.text).toContain("your sessions stay as they are.");
    expect(await auditLinesOf(app, `payment:${paymentId}`)).toContainEqual(
      expect.objectContaining({ action: "payment.goodwill-refunded", actor_user_id: owner.user._id }),
    );
  });

  it("says in the next preview what went back before", async () => {
    const { paymentId } = await usedOnce();
    await goodwill(owner, paymentId, 50);
    const again = await previewAction(app, owner, "/api/operator/refunds", {
      items: [{ paymentId, goodwill: 50 }],
    });
    expect(again.body.lines[0].text).toContain("₹50.00 went back before.");
  });

  it("is an entry of the person's history that changes no balance", async () => {
    const { person, paymentId } = await usedOnce();
    await goodwill(owner, paymentId, 100);
    const [line] = await app.read(person, "/api/user/credits");
    expect(line).toMatchObject({ kind: "refund", delta: 0, balance: 2 });
    expect(line.reason).toBe("Goodwill: ₹100.00 goes back to you, and your sessions stay as they are");
  });

  it("of the whole price is shown as refunded", async () => {
    const { paymentId } = await usedOnce();
    const { goodwillLimit } = await detail(paymentId);
    // An owner who has refunded nothing today, because a second operator would be needed above the limit.
    const other = await app.signUpOperator();
    await goodwill(other, paymentId, goodwillLimit);
    expect((await refund(other, { paymentId, sessions: 2 })).status).toBe(200);
    await app.runJobs();
    expect(await detail(paymentId)).toMatchObject({ state: "refunded", refunded: 499, used: 1 });
    const listed = async (state: string) =>
      (await app.read(owner, `/api/operator/payments?state=${state}`)).map(({ _id }: { _id: string }) => _id);
    expect(await listed("refunded")).toContain(paymentId);
    expect(await listed("captured")).not.toContain(paymentId);
  });

  it("is not for a session that is booked and not held yet, which is refunded after a cancellation", async () => {
    const { person, paymentId, bookingId } = await bookedOnce();
    expect(await detail(paymentId)).toMatchObject({ used: 0, booked: 1, left: 2, goodwillLimit: 0 });
    const early = await goodwill(owner, paymentId, 100);
    expect([early.status, early.body.msg]).toEqual([
      409,
      "1 session of this payment is booked. Cancel the interview and refund the session, or wait until it has ended.",
    ]);
    await app.post(person, `/api/user/bookings/${bookingId}/cancel`);
    expect((await refund(owner, { paymentId, sessions: "all" })).status).toBe(200);
  });

  it("is not for unused sessions, and a full refund says why it is not possible", async () => {
    const { paymentId } = await buyAsNewcomer(app);
    expect((await goodwill(owner, paymentId, 1)).body.msg).toMatch(/^No session of this payment is used/);
    expect((await detail(paymentId)).notInFull).toBeNull();
    const used = await usedOnce();
    expect((await detail(used.paymentId)).notInFull).toBe(
      "1 of its sessions is used or booked. You can take back the other 2.",
    );
  });
});

describe("the desk's lists of money", () => {
  it("finds payments by person, reference, state and plan, page by page", async () => {
    const person = await app.signUp({ firstName: "Zubin", lastName: "Mehta" });
    await buy(app, person, "Basic");
    await buy(app, person, "Pro");
    const list = async (query: string) => await app.read(owner, `/api/operator/payments?${query}`);
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

  it("asks for more of a name that more than two hundred people have", async () => {
    await createUsers(app, 201);
    for (const list of ["payments", "orders", "bookings"]) {
      const answer = await app.get(owner, `/api/operator/${list}?person=crowd`);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, "person"]);
    }
    expect(await app.read(owner, "/api/operator/payments?person=crowd50")).toEqual([]);
  });

  it("lists orders that were never paid, and has the provider asked once more", async () => {
    const person = await app.signUp({ firstName: "Never", lastName: "Paid" });
    const opened = await createOpenOrder(app, person, "Basic");
    const list = async () => await app.read(owner, "/api/operator/orders?person=never%20paid");
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
