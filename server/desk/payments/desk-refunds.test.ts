import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { auditLinesOf, buyAsNewcomer, getSessionCount } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";
import { revokeOperator } from "../grant-operator.ts";

let app: TestApp;
let owner: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_APPROVAL_REFUND_RUPEES: "500" } });
  owner = await app.signUpOperator();
});
afterAll(() => app.close());

const refund = (operator: SignedUpUser, ...items: { paymentId: string; sessions: number | "all" }[]) =>
  confirmAction(app, operator, "/api/operator/refunds", { items });
const detail = async (id: string) =>
  (await app.call("GET", `/api/operator/payments/${id}`, { token: owner.token })).body;

describe("a refund at the desk", () => {
  it("shows what follows, takes sessions back, sends the money and leaves a line with the reason", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const preview = await app.call("POST", "/api/operator/refunds/preview", {
      token: owner.token,
      body: { items: [{ paymentId, sessions: 1 }] },
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
      (await app.call("GET", "/api/operator/refunds", { token: owner.token })).body.filter(
        (row: { paymentId: string }) => row.paymentId === paymentId,
      );
    const [row] = await waiting();
    expect(row).toMatchObject({ state: "waiting", amount: 166.34, refusal: null });
    const path = `/api/operator/refunds/${row._id}/retry`;
    const { body: preview } = await app.call("POST", `${path}/preview`, { token: owner.token, body: {} });
    const untyped = await app.call("POST", path, {
      token: owner.token,
      body: { reason: "The balance is back", version: preview.version },
    });
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

  it("refuses more than is left, a stale preview and a wrong sum, and changes nothing", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const tooMany = await refund(owner, { paymentId, sessions: 4 });
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "It has only 3 to take back."]);
    const body = { items: [{ paymentId, sessions: 1 }] };
    const stale = await app.call("POST", "/api/operator/refunds/preview", { token: owner.token, body });
    expect((await refund(owner, { paymentId, sessions: 1 })).status).toBe(200);
    const { version, typedConfirmation: typed } = stale.body;
    const again = await app.call("POST", "/api/operator/refunds", {
      token: owner.token,
      body: { ...body, reason: "Twice", version, typed },
    });
    expect([again.status, again.body.msg]).toEqual([
      409,
      "Something has changed since you opened this. Look at it again before you confirm.",
    ]);
    const fresh = await app.call("POST", "/api/operator/refunds/preview", { token: owner.token, body });
    const wrong = await app.call("POST", "/api/operator/refunds", {
      token: owner.token,
      body: { ...body, reason: "Once more", version: fresh.body.version, typed: "1" },
    });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, "typed"]);
    expect(await getSessionCount(app, person)).toBe(2);
  });

  it("is not done by somebody who loses the flag between preview and confirmation", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const { user, token } = await app.signUpOperator();
    const body = { items: [{ paymentId, sessions: 1 }] };
    const { version, typedConfirmation: typed } = (
      await app.call("POST", "/api/operator/refunds/preview", { token, body })
    ).body;
    await revokeOperator(app.deps, { email: user.email, actor: "command line" });
    const late = await app.call("POST", "/api/operator/refunds", {
      token,
      body: { ...body, reason: "Just before", version, typed },
    });
    expect([late.status, late.body.code]).toEqual([403, "forbidden"]);
    expect(await getSessionCount(app, person)).toBe(3);
  });

  it("happens once when two operators confirm it at the same moment", async () => {
    const { person, paymentId } = await buyAsNewcomer(app);
    const body = { items: [{ paymentId, sessions: 1 }] };
    // Neither has refunded anything yet, so neither needs a second operator.
    const operators = [await app.signUpOperator(), await app.signUpOperator()];
    const confirmed = await Promise.all(
      operators.map(async ({ token }) => {
        const { version, typedConfirmation: typed } = (
          await app.call("POST", "/api/operator/refunds/preview", { token, body })
        ).body;
        return { token, body: { ...body, reason: "Both", version, typed } };
      }),
    );
    const answers = await Promise.all(
      confirmed.map((call) => app.call("POST", "/api/operator/refunds", call)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await getSessionCount(app, person)).toBe(2);
  });

  it("of several payments is done for all or for none", async () => {
    // An operator's earlier refunds count towards the limit.
    const owner = await app.signUpOperator();
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
    const answer = await app.call("POST", "/api/operator/refunds/preview", { token: owner.token, body });
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("needs an owner who has confirmed within ten minutes", async () => {
    const { paymentId } = await buyAsNewcomer(app, "Basic");
    const support = await app.signUpOperator({ level: "support" });
    const body = { items: [{ paymentId, sessions: 1 }] };
    expect(
      (await app.call("POST", "/api/operator/refunds/preview", { token: support.token, body })).status,
    ).toBe(403);
    const late = await app.signUpOperator();
    const start = app.clock.now();
    app.clock.set(addMinutes(start, 11));
    expect((await refund(late, { paymentId, sessions: 1 })).body.code).toBe("confirmation_required");
    app.clock.set(start);
  });
});
