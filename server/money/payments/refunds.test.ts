import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { afterAll, describe, expect, it } from "vitest";
import { confirmAction, previewAction } from "../../desk/desk.testing.ts";
import { hoursFromNow, offerSlot } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { type LocalRefund, startLocalRazorpay, type Webhook } from "../../testing/providers/razorpay.ts";
import { auditLinesOf, createOpenOrder, getSessionCount, quote, verify } from "../../testing/purchases.ts";
import { findProviderRefunds } from "./provider-refunds.ts";
import { sendRefundMoney } from "./refund.ts";

const localRazorpay = await startLocalRazorpay();
afterAll(() => localRazorpay.close());

describe("provider refund", () => {
  // Its owner makes more refunds than one does in a day without another owner.
  const app = useTestApp({
    environment: { ...localRazorpay.settings, GREENROOM_APPROVAL_REFUND_RUPEES: "100000" },
  });
  const owner = useBeforeAll(() => app.signUpOperator());

  async function receive({ rawBody, headers }: Webhook) {
    expect((await app.call("POST", "/api/payment/webhook", { body: rawBody, headers })).status).toBe(200);
  }
  const linesOf = async (paymentId: string, kind = "provider-refund") =>
    (await app.read(owner, "/api/operator/today")).lines.filter(
      (line: WorkLine) => line.kind === kind && line.paymentId === paymentId,
    );
  async function payFor(person: SignedUpUser, plan = "Pro") {
    const paid = localRazorpay.store.pay((await createOpenOrder(app, person, plan)).id, "success");
    return { paid, captured: localRazorpay.webhook(paid) };
  }
  /** A new person whose payment we know. */
  async function payAsNewcomer(plan?: string) {
    const person = await app.signUp();
    const { paid, captured } = await payFor(person, plan);
    await receive(captured);
    return { person, paid };
  }
  const paymentOf = async (person: SignedUpUser) => {
    const { id } = await app.deps.database
      .selectFrom("payments")
      .select("id")
      .where("userId", "=", person.user._id)
      .executeTakeFirstOrThrow();
    return await app.read(owner, `/api/operator/payments/${id}`);
  };

  describe("a refund in the provider's dashboard", () => {
    it("is recorded once, waits on Today, and its sessions are taken back without sending money", async () => {
      const { person, paid } = await payAsNewcomer();
      const refund = localRazorpay.store.refund(paid.id, 49_900, null);
      for (const type of ["refund.created", "refund.processed", "refund.processed"] as const)
        await receive(localRazorpay.refundWebhook(refund, type));

      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", refunded: 499, left: 3 });
      expect(payment.refunds).toMatchObject([
        { amount: 499, sessions: 0, state: "sent", reference: refund.id },
      ]);
      expect(await linesOf(payment._id)).toMatchObject([
        { detail: `Receipt ${payment.receipt}, ₹499: take back its sessions, or leave them?` },
      ]);

      const calls = localRazorpay.calls.length;
      const items = [{ paymentId: payment._id, sessions: 3 }];
      const done = await confirmAction(app, owner, "/api/operator/refunds", { items });
      expect([done.status, done.body.msg]).toEqual([200, "The sessions are taken back."]);
      await app.runJobs();
      expect(await getSessionCount(app, person)).toBe(0);
      expect(await linesOf(payment._id)).toEqual([]);
      expect(await paymentOf(person)).toMatchObject({ refunded: 499, left: 0, takenBack: 3 });
      expect(localRazorpay.calls).toHaveLength(calls);
    });

    it("of a part leaves the number of sessions to the desk", async () => {
      const { person, paid } = await payAsNewcomer();
      await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, 10_000, null)));
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "part-refunded", refunded: 100 });
      const items = [{ paymentId: payment._id, sessions: 1 }];
      expect((await confirmAction(app, owner, "/api/operator/refunds", { items })).status).toBe(200);
      expect(await getSessionCount(app, person)).toBe(2);
      expect(await linesOf(payment._id)).toEqual([]);
    });

    it("that should cost no session is goodwill once the desk leaves them, and the rest can go back", async () => {
      const { person, paid } = await payAsNewcomer();
      await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, 10_000, null)));
      const { _id: paymentId, refunds } = await paymentOf(person);
      expect(refunds).toMatchObject([{ sessions: 0, isUndecided: true }]);
      const path = `/api/operator/refunds/${refunds[0]._id}/leave-sessions`;
      const preview = await previewAction(app, owner, path);
      expect(preview.body.lines).toContainEqual({
        label: "Then",
        text: "A later refund of this payment sends at most the ₹399.00 that is left.",
      });
      const done = await confirmAction(app, owner, path);
      expect([done.status, done.body.msg]).toEqual([200, "The sessions stay as they are."]);
      expect(await linesOf(paymentId)).toEqual([]);
      expect((await paymentOf(person)).refunds).toMatchObject([{ sessions: 0, isUndecided: false }]);
      const [entry] = await app.read(person, "/api/user/credits");
      expect(entry).toMatchObject({ delta: 0, balance: 3, reason: expect.stringMatching(/^Goodwill: ₹100/) });
      expect(await auditLinesOf(app, `payment:${paymentId}`)).toContainEqual(
        expect.objectContaining({ action: "payment.sessions-left", actor_user_id: owner.user._id }),
      );
      expect((await confirmAction(app, owner, path)).status).toBe(409);

      const items = [{ paymentId, sessions: "all" }];
      const rest = await confirmAction(app, owner, "/api/operator/refunds", { items });
      expect(rest.body.msg).toBe("The refund is on the way: ₹399.00.");
      await app.runJobs();
      expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
      expect(await paymentOf(person)).toMatchObject({ state: "refunded", refunded: 499, left: 0 });
    });

    it("in parts is decided once all its sessions are taken back, also a part that is reported later", async () => {
      const { person, paid } = await payAsNewcomer();
      const { _id: paymentId } = await paymentOf(person);
      const [first, second, last] = [20_000, 20_000, 9_900].map((amount) =>
        localRazorpay.store.refund(paid.id, amount, null),
      ) as [LocalRefund, LocalRefund, LocalRefund];
      await receive(localRazorpay.refundWebhook(first));
      await receive(localRazorpay.refundWebhook(second));
      expect(await linesOf(paymentId)).toHaveLength(2);
      const items = [{ paymentId, sessions: "all" }];
      expect((await confirmAction(app, owner, "/api/operator/refunds", { items })).status).toBe(200);
      for (const _time of [1, 2]) await receive(localRazorpay.refundWebhook(last));
      expect(await linesOf(paymentId)).toEqual([]);
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", refunded: 499, takenBack: 3 });
      expect(payment.refunds.every(({ isUndecided }: { isUndecided: boolean }) => !isUndecided)).toBe(true);
      // The buyer has neither the sessions nor the money of a part that fails.
      const uncounted = payment.refunds.filter(({ sessions }: { sessions: number }) => sessions === 0);
      expect(uncounted).toMatchObject([{ isPartOfOwed: true }, { isPartOfOwed: true }]);
      const part = [first, second, last].find(({ id }) => id === uncounted[0].reference) as LocalRefund;
      await receive(localRazorpay.refundWebhook(localRazorpay.store.failRefund(part), "refund.failed"));
      expect(await linesOf(paymentId, "refused-refund")).toMatchObject([
        { detail: `₹${part.amount / 100}: The payment provider reports that this refund failed.` },
      ]);
    });

    it("of the whole payment is never sent again, also if its sessions are left and taken back later", async () => {
      const { person, paid } = await payAsNewcomer();
      await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, 49_900, null)));
      const { _id: paymentId, refunds } = await paymentOf(person);
      const path = `/api/operator/refunds/${refunds[0]._id}/leave-sessions`;
      const preview = await previewAction(app, owner, path);
      expect(preview.body.lines).toContainEqual({
        label: "Then",
        text: "All the money of this payment has gone back. You can take its sessions back later, and no more money is sent.",
      });
      expect((await confirmAction(app, owner, path)).status).toBe(200);
      expect(await getSessionCount(app, person)).toBe(3);
      const insert = `insert into refunds (id, payment_id, user_id, amount_paise, sessions, reason, created_at)
        select gen_random_uuid(), id, user_id, 1, 0, 'Too much', now() from payments where id = $1`;
      await expect(app.deps.pool.query(insert, [paymentId])).rejects.toThrow(
        "payments_refunded_at_most_paid",
      );

      const { email } = person.user;
      const takeBack = async (sessions: number | "all") => {
        const items = [{ paymentId, sessions }];
        const shown = await previewAction(app, owner, "/api/operator/refunds", { items });
        return [
          shown.body.lines[0].text,
          await confirmAction(app, owner, "/api/operator/refunds", { items }),
        ];
      };
      const [text, { body }] = await takeBack(1);
      expect(text).toBe(
        `${email}: ₹499.00 of ₹499.00 went back already. Removes 1 session. 2 left from this payment.`,
      );
      expect(body.msg).toBe("The sessions are taken back.");
      expect(await getSessionCount(app, person)).toBe(2);
      await takeBack("all");
      await app.runJobs();
      expect(await getSessionCount(app, person)).toBe(0);
      expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", refunded: 499, left: 0, takenBack: 3 });
      expect(payment.refunds).toMatchObject([{ amount: 499, sessions: 3, isUndecided: false }]);
    });

    it("that is reported before its payment leaves no session, whenever the payment is reported", async () => {
      const person = await app.signUp();
      const { paid, captured } = await payFor(person);
      const refund = localRazorpay.store.refund(paid.id, 49_900, null);
      await receive(localRazorpay.refundWebhook(refund));
      await receive(captured);
      expect(await getSessionCount(app, person)).toBe(0);
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", takenBack: 3 });
      expect(await linesOf(payment._id)).toEqual([]);
      await app.runJobs();
      expect(await app.mailsTo(person.user.email, /^Receipt/)).toEqual([]);
    });

    it("that is reported before its payment books no slot", async () => {
      const [person, mentor] = [await app.signUp(), await app.signUpInterviewer()];
      const slotId = await offerSlot(app, mentor, hoursFromNow(app, 48));
      await app.post(person, "/api/user/slot-hold", { slotId });
      const { id } = await createOpenOrder(app, person, "Basic", undefined, slotId);
      const paid = localRazorpay.store.pay(id, "success");
      await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, paid.amount, null)));
      await receive(localRazorpay.webhook(paid));
      expect(await app.read(person, "/api/user/bookings")).toEqual([]);
      expect(await getSessionCount(app, person)).toBe(0);
    });

    it.each([
      ["never paid", false],
      ["paid by another one", true],
    ])(
      "of a payment that was never captured buys nothing for an order that was %s",
      async (_what, isPaid) => {
        const person = await app.signUp();
        const { id, quoted } = await createOpenOrder(app, person, "Basic");
        const held = localRazorpay.store.pay(id, "authorized");
        if (isPaid) await receive(localRazorpay.webhook(localRazorpay.store.pay(id, "success")));
        await receive(localRazorpay.refundWebhook(localRazorpay.store.letGo(held.id)));
        await app.runJobs();
        const { body } = await app.get(person, "/api/user/purchases");
        expect(body).toHaveLength(isPaid ? 1 : 0);
        expect(await getSessionCount(app, person)).toBe(isPaid ? 1 : 0);
        expect(await app.mailsTo(person.user.email, /^Receipt/)).toHaveLength(isPaid ? 1 : 0);
        // The founding price is for one purchase, and this is none.
        if (!isPaid) expect((await quote(app, person, "Basic")).newPrice).toBe(quoted.newPrice);
      },
    );

    it("is not taken for one that the desk made", async () => {
      const person = await app.signUp();
      await receive((await payFor(person)).captured);
      const { _id: paymentId } = await paymentOf(person);
      const items = [{ paymentId, sessions: 1 }];
      await confirmAction(app, owner, "/api/operator/refunds", { items });
      const requested = localRazorpay.store.refunds.length;
      await app.runJobs();
      const made = localRazorpay.store.refunds[requested];
      if (made === undefined) throw new Error("the refund was not sent");
      await receive(localRazorpay.refundWebhook(made));
      expect((await paymentOf(person)).refunds).toHaveLength(1);
      expect(await linesOf(paymentId)).toEqual([]);
    });

    describe("that no webhook reported", () => {
      it("is found by the hourly job, once, and one that the desk made is not", async () => {
        const [person, other] = [await app.signUp(), await app.signUp()];
        const { paid, captured } = await payFor(person);
        await receive(captured);
        await receive((await payFor(other)).captured);
        const { _id: otherId } = await paymentOf(other);
        await confirmAction(app, owner, "/api/operator/refunds", {
          items: [{ paymentId: otherId, sessions: 1 }],
        });
        await app.runJobs();
        const refund = localRazorpay.store.refund(paid.id, 10_000, null);
        for (const _run of [1, 2]) await findProviderRefunds(app.deps);
        const payment = await paymentOf(person);
        expect(payment.refunds).toMatchObject([{ amount: 100, sessions: 0, reference: refund.id }]);
        expect(await linesOf(payment._id)).toHaveLength(1);
        expect((await paymentOf(other)).refunds).toHaveLength(1);
        expect(await linesOf(otherId)).toEqual([]);
      });

      it("is read in pages, of which the provider gives at most 100 at once", async () => {
        const { person, paid } = await payAsNewcomer();
        const refund = localRazorpay.store.refund(paid.id, 10_000, null);
        for (let at = 0; at < 150; at += 1)
          localRazorpay.store.refunds.push({
            ...refund,
            id: `rfnd_elsewhere${at}`,
            payment_id: "pay_elsewhere",
          });
        await findProviderRefunds(app.deps);
        expect((await paymentOf(person)).refunds).toHaveLength(1);
      });

      it("leaves an error to the next run while the provider does not answer", async () => {
        localRazorpay.fail(503);
        await expect(findProviderRefunds(app.deps)).rejects.toThrow();
      });
    });

    const failed = async (by: "webhook" | "job", refund: LocalRefund) => {
      localRazorpay.store.failRefund(refund);
      if (by === "webhook") await receive(localRazorpay.refundWebhook(refund, "refund.failed"));
      else await findProviderRefunds(app.deps);
    };

    describe.each(["webhook", "job"] as const)("that failed, as the %s says", (by) => {
      it("leaves nothing while its sessions can still be booked", async () => {
        const { person, paid } = await payAsNewcomer();
        const refund = localRazorpay.store.refund(paid.id, 49_900, null);
        await receive(localRazorpay.refundWebhook(refund));
        for (const _time of [1, 2]) await failed(by, refund);
        const payment = await paymentOf(person);
        expect(payment).toMatchObject({ state: "captured", refunded: 0, left: 3, refunds: [] });
        expect(await linesOf(payment._id)).toEqual([]);
        expect(await getSessionCount(app, person)).toBe(3);
        // The desk can refund it now, with money.
        const items = [{ paymentId: payment._id, sessions: 3 }];
        await confirmAction(app, owner, "/api/operator/refunds", { items });
        await app.runJobs();
        expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
      });

      it("is owed once its sessions are taken back, and a retry at the desk sends the money", async () => {
        const { person, paid } = await payAsNewcomer();
        const refund = localRazorpay.store.refund(paid.id, 49_900, null);
        await receive(localRazorpay.refundWebhook(refund));
        const { _id: paymentId } = await paymentOf(person);
        await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
        for (const _time of [1, 2]) await failed(by, refund);
        expect(await linesOf(paymentId, "refused-refund")).toMatchObject([
          { detail: "₹499: The payment provider reports that this refund failed." },
        ]);
        const [{ _id: refundId }] = (await paymentOf(person)).refunds;
        const retried = await confirmAction(app, owner, `/api/operator/refunds/${refundId}/retry`, {});
        expect(retried.status).toBe(200);
        await app.runJobs();
        expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
        expect((await paymentOf(person)).refunds).toMatchObject([
          { amount: 499, sessions: 3, state: "sent" },
        ]);
        expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
      });

      it("is owed although the desk made it, and a retry sends the money", async () => {
        const person = await app.signUp();
        const { paid, captured } = await payFor(person);
        await receive(captured);
        const { _id: paymentId } = await paymentOf(person);
        await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
        await app.runJobs();
        const refund = localRazorpay.store.refunds.at(-1) as LocalRefund;
        for (const _time of [1, 2]) await failed(by, refund);
        await app.runJobs();
        // A report that it was made arrives late.
        await receive(localRazorpay.refundWebhook(refund, "refund.created"));
        expect(localRazorpay.store.refundedOf(paid.id)).toBe(0);
        expect(await linesOf(paymentId, "refused-refund")).toMatchObject([
          { detail: "₹499: The payment provider reports that this refund failed." },
        ]);
        const [owed] = (await paymentOf(person)).refunds;
        expect(owed).toMatchObject({ amount: 499, sessions: 3, state: "refused" });
        const retry = `/api/operator/refunds/${owed._id}/retry`;
        expect((await confirmAction(app, owner, retry, {})).status).toBe(200);
        await app.runJobs();
        expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
        const payment = await paymentOf(person);
        expect(payment.refunds).toMatchObject([{ amount: 499, state: "sent" }]);
        expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
        const mails = await app.mailsTo(person.user.email, /refund/i);
        expect(mails.map(({ subject }) => subject)).toEqual([
          `Refund of ₹499.00 for ${payment.receipt}`,
          `Refund of ₹499.00 for ${payment.receipt} came back to us`,
          `Refund of ₹499.00 for ${payment.receipt}, sent again`,
        ]);
      });

      it("is done once it is made there again, and the buyer is told", async () => {
        const { person, paid } = await payAsNewcomer();
        const refund = localRazorpay.store.refund(paid.id, 49_900, null);
        await receive(localRazorpay.refundWebhook(refund));
        const { _id: paymentId } = await paymentOf(person);
        await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
        await failed(by, refund);
        const again = localRazorpay.store.refund(paid.id, 49_900, null);
        for (const _time of [1, 2]) await receive(localRazorpay.refundWebhook(again));
        await app.runJobs();
        expect((await paymentOf(person)).refunds).toMatchObject([
          { amount: 499, sessions: 3, state: "sent", reference: again.id },
        ]);
        expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
        const mails = await app.mailsTo(person.user.email);
        expect(mails.filter(({ subject }) => subject?.match(/refund/i))).toHaveLength(1);
      });
    });

    describe("whose failure is reported first", () => {
      it("leaves nothing of one that somebody made there", async () => {
        const { person, paid } = await payAsNewcomer();
        const refund = localRazorpay.store.refund(paid.id, 10_000, null);
        await failed("webhook", refund);
        await receive(localRazorpay.refundWebhook(refund, "refund.created"));
        const payment = await paymentOf(person);
        expect(payment).toMatchObject({ state: "captured", refunded: 0, refunds: [] });
        expect(await linesOf(payment._id)).toEqual([]);
      });

      it.each([
        ["", true],
        [", also one of the previous version, which sent no receipt", false],
      ])("is owed if the desk made it, even while its answer is awaited%s", async (_what, hasReceipt) => {
        const { person, paid } = await payAsNewcomer();
        const { _id: paymentId } = await paymentOf(person);
        await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
        const [{ _id: refundId }] = (await paymentOf(person)).refunds;
        localRazorpay.fail("lost-answer");
        await expect(sendRefundMoney(app.deps, { refundId })).rejects.toThrow();
        const refund = localRazorpay.store.refunds.at(-1) as LocalRefund;
        if (!hasReceipt) refund.receipt = null;
        await failed("webhook", refund);
        await receive(localRazorpay.refundWebhook(refund, "refund.created"));
        await app.runJobs();
        const [owed] = (await paymentOf(person)).refunds;
        expect(owed).toMatchObject({ amount: 499, sessions: 3, state: "refused" });
        expect((await confirmAction(app, owner, `/api/operator/refunds/${owed._id}/retry`)).status).toBe(200);
        await app.runJobs();
        expect(localRazorpay.store.refundedOf(paid.id)).toBe(49_900);
        expect((await paymentOf(person)).refunds).toMatchObject([{ amount: 499, state: "sent" }]);
      });
    });

    it("in parts pays what the provider refused of the desk's, and nobody is asked about its sessions", async () => {
      const { person, paid } = await payAsNewcomer();
      const { _id: paymentId } = await paymentOf(person);
      await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
      await app.runJobs();
      await failed("webhook", localRazorpay.store.refunds.at(-1) as LocalRefund);
      const make = async (paise: number) =>
        await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, paise, null)));
      await make(20_000);
      expect(await linesOf(paymentId, "refused-refund")).toMatchObject([
        { detail: "₹299: The payment provider reports that this refund failed." },
      ]);
      expect(await paymentOf(person)).toMatchObject({ state: "refund-refused", refunded: 499 });
      await make(29_900);
      expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
      expect(await linesOf(paymentId)).toEqual([]);
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", refunded: 499 });
      expect(payment.refunds).toHaveLength(2);
    });

    it("in parts is mailed as parts of what is owed, also if a part fails and the desk sends it again", async () => {
      const { person, paid } = await payAsNewcomer();
      const { _id: paymentId } = await paymentOf(person);
      await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 3 }] });
      await app.runJobs();
      await failed("webhook", localRazorpay.store.refunds.at(-1) as LocalRefund);
      const part = localRazorpay.store.refund(paid.id, 20_000, null);
      await receive(localRazorpay.refundWebhook(part));
      await app.runJobs();
      await failed("webhook", part);
      const { refunds } = await paymentOf(person);
      const owed = refunds.find(({ amount }: { amount: number }) => amount === 200);
      expect(owed).toMatchObject({ sessions: 0, isPartOfOwed: true, state: "refused" });
      expect((await confirmAction(app, owner, `/api/operator/refunds/${owed._id}/retry`)).status).toBe(200);
      await app.runJobs();
      const mails = await app.mailsTo(person.user.email, /^Refund of ₹200.00 .*(?<!back to us)$/);
      expect(mails.map(({ subject }) => subject?.endsWith("sent again"))).toEqual([false, true]);
      for (const { text } of mails) {
        expect(text).not.toContain("goodwill");
        expect(text?.replaceAll(/\s+/g, " ")).toContain(
          "We owed you this for sessions that are no longer in your account.",
        );
      }
    });

    /** A refund of one session that the bank has returned. */
    async function oweRefund() {
      const { person, paid } = await payAsNewcomer();
      const { _id: paymentId } = await paymentOf(person);
      await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
      await app.runJobs();
      const owed = localRazorpay.store.refunds.at(-1) as LocalRefund;
      await failed("webhook", owed);
      return { person, paid, paymentId, owed };
    }

    it("that pays what is owed and more, and fails, is mailed as what is owed once the desk sends that", async () => {
      const { person, paid, owed } = await oweRefund();
      const more = localRazorpay.store.refund(paid.id, owed.amount + 5_000, null);
      await receive(localRazorpay.refundWebhook(more));
      await failed("webhook", more);
      const [{ _id: refundId, amount }] = (await paymentOf(person)).refunds;
      expect(amount).toBe(owed.amount / 100);
      await confirmAction(app, owner, `/api/operator/refunds/${refundId}/retry`);
      await app.runJobs();
      const [mail] = await app.mailsTo(person.user.email, /^Refund .*sent again$/);
      expect(mail?.text).not.toContain("part of");
      expect(mail?.text?.replaceAll(/\s+/g, " ")).toContain(
        "We owed you this for sessions that are no longer in your account.",
      );
    });

    it("pays what is owed first, also while other sessions of the payment are paid, and is owed again if it fails", async () => {
      const { paid, paymentId, owed } = await oweRefund();
      const make = async (paise: number) => {
        const refund = localRazorpay.store.refund(paid.id, paise, null);
        await receive(localRazorpay.refundWebhook(refund));
        return refund;
      };
      await make(10_000);
      await make(owed.amount - 10_000);
      expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
      expect(await linesOf(paymentId)).toEqual([]);
      const other = await payAsNewcomer();
      const { _id: otherId } = await paymentOf(other.person);
      await confirmAction(app, owner, "/api/operator/refunds", {
        items: [{ paymentId: otherId, sessions: 1 }],
      });
      await app.runJobs();
      await failed("webhook", localRazorpay.store.refunds.at(-1) as LocalRefund);
      const larger = localRazorpay.store.refund(other.paid.id, 49_900, null);
      await receive(localRazorpay.refundWebhook(larger));
      expect(await linesOf(otherId, "refused-refund")).toEqual([]);
      await failed("webhook", larger);
      expect(await linesOf(otherId, "refused-refund")).toHaveLength(1);
    });

    it("of more than the provider refused of the desk's pays that and asks about the other sessions", async () => {
      const { person, paid } = await payAsNewcomer();
      const { _id: paymentId } = await paymentOf(person);
      await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
      await app.runJobs();
      await failed("webhook", localRazorpay.store.refunds.at(-1) as LocalRefund);
      await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, 49_900, null)));
      expect(await linesOf(paymentId, "refused-refund")).toEqual([]);
      expect(await linesOf(paymentId)).toHaveLength(1);
      await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 2 }] });
      const payment = await paymentOf(person);
      expect(payment).toMatchObject({ state: "refunded", refunded: 499, left: 0, takenBack: 3 });
      expect(payment.refunds).toMatchObject([{ amount: 499, state: "sent" }]);
    });

    it.each([
      ["was refused", false],
      ["failed later", true],
    ])("is that of the desk with its receipt, although one of the same amount %s", async (_what, isMade) => {
      const { person, paid } = await payAsNewcomer("Premium");
      const { _id: paymentId } = await paymentOf(person);
      const refundOne = async () => {
        await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 1 }] });
        const { refunds } = await paymentOf(person);
        return refunds.find(({ state }: { state: string }) => state === "waiting")._id as string;
      };
      const first = await refundOne();
      if (!isMade) localRazorpay.store.getPayment(paid.id).status = "refunded";
      const sent = sendRefundMoney(app.deps, { refundId: first });
      if (isMade) await sent.then(() => failed("webhook", localRazorpay.store.refunds.at(-1) as LocalRefund));
      else await expect(sent).rejects.toThrow("fully refunded");
      localRazorpay.store.getPayment(paid.id).status = "captured";

      const second = await refundOne();
      localRazorpay.fail("lost-answer");
      await expect(sendRefundMoney(app.deps, { refundId: second })).rejects.toThrow();
      const made = localRazorpay.store.refunds.at(-1) as LocalRefund;
      await receive(localRazorpay.refundWebhook(made));
      const { refunds } = await paymentOf(person);
      expect(refunds).toEqual([
        expect.objectContaining({ state: "refused" }),
        expect.objectContaining({ _id: second, state: "sent", reference: made.id }),
      ]);
      expect((await confirmAction(app, owner, `/api/operator/refunds/${refunds[0]._id}/retry`)).status).toBe(
        200,
      );
      await app.runJobs();
      expect(localRazorpay.store.refundedOf(paid.id)).toBe(2 * 14_980);
    });
  });

  it("a refund that Razorpay refuses is reported to the operator once, appears in the payment, and is paid after its cause is resolved", async () => {
    const person = await app.signUp();
    const { id, quoted } = await createOpenOrder(app, person, "Pro");
    const paid = localRazorpay.store.pay(id, "success");
    const callback = {
      ...localRazorpay.callback(paid),
      planType: quoted.planType,
      newPrice: quoted.newPrice,
    };
    expect((await verify(app, person, callback)).status).toBe(200);
    await app.runJobs();
    const items = [{ paymentId: (await paymentOf(person))._id, sessions: 1 }];
    expect((await confirmAction(app, owner, "/api/operator/refunds", { items })).status).toBe(200);
    const [{ _id: refundId }] = (await paymentOf(person)).refunds;

    // Meanwhile refunded in Razorpay's dashboard.
    localRazorpay.store.getPayment(paid.id).status = "refunded";
    const words = "Razorpay refuses: The payment has been fully refunded already";
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(sendRefundMoney(app.deps, { refundId })).rejects.toThrow(words);
    }
    expect(await paymentOf(person)).toMatchObject({ refunds: [{ state: "refused", refusal: words }] });
    await expect(app.runJobs()).rejects.toThrow(words);
    const notes = await app.mailsTo("support@greenroom.example");
    const ours = notes.filter(({ text }) => text?.includes(words) && text.includes(person.user.email));
    expect(ours).toHaveLength(1);

    localRazorpay.store.getPayment(paid.id).status = "captured";
    await sendRefundMoney(app.deps, { refundId });
    expect(await paymentOf(person)).toMatchObject({
      refunded: 166.34,
      refunds: [{ state: "sent", refusal: null }],
    });
    expect(localRazorpay.store.refundedOf(paid.id)).toBe(16_634);
  });
});
