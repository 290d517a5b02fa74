import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hoursFromNow, offerSlot, postBooking } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { auditLinesOf, buyAsNewcomer, getSessionCount } from "../../testing/purchases.ts";
import { confirmAction } from "../desk.testing.ts";

let app: TestApp;
let owner: SignedUpUser;

beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_APPROVAL_REFUND_RUPEES: "500" } });
});
beforeEach(async () => {
  // What one operator refunds in a day counts towards the limit above which a second one is needed.
  owner = await app.signUpOperator();
});
afterAll(() => app.close());

const refund = (operator: SignedUpUser, ...items: { paymentId: string; sessions: number | "all" }[]) =>
  confirmAction(app, operator, "/api/operator/refunds", { items });
const detail = async (id: string) =>
  (await app.call("GET", `/api/operator/payments/${id}`, { token: owner.token })).body;

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

  it("goes out once when two operators confirm the preview that both have seen", async () => {
    const { paymentId } = await usedOnce();
    const other = await app.signUpOperator();
    const body = { items: [{ paymentId, goodwill: 50 }] };
    const path = "/api/operator/refunds";
    const { body: preview } = await app.call("POST", `${path}/preview`, { token: other.token, body });
    const confirmation = { ...body, reason: "Sound dropped", version: preview.version, typed: "50.00" };
    const confirm = ({ token }: SignedUpUser) => app.call("POST", path, { token, body: confirmation });
    const answers = await Promise.all([confirm(owner), confirm(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await detail(paymentId)).refunded).toBe(50);
    const again = await app.call("POST", `${path}/preview`, { token: other.token, body });
    expect(again.body.lines[0].text).toContain("₹50.00 went back before.");
  });

  it("is an entry of the person's history that changes no balance", async () => {
    const { person, paymentId } = await usedOnce();
    await goodwill(owner, paymentId, 100);
    const [line] = (await app.call("GET", "/api/user/credits", { token: person.token })).body;
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
      (await app.call("GET", `/api/operator/payments?state=${state}`, { token: owner.token })).body.map(
        ({ _id }: { _id: string }) => _id,
      );
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
    await app.call("POST", `/api/user/bookings/${bookingId}/cancel`, { token: person.token });
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
