import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { auditLinesOf, buyAsNewcomer, getSessionCount } from "../../../testing/purchases.ts";
import { hoursFromNow, offerSlot, postBooking } from "../../bookings/bookings.testing.ts";
import { confirmAction } from "../desk.testing.ts";

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

describe("a refund out of goodwill", () => {
  const goodwill = (operator: SignedUpUser, paymentId: string, rupees: number) =>
    confirmAction(app, operator, "/api/operator/refunds", { items: [{ paymentId, goodwill: rupees }] });

  /** Three sessions for ₹499, of which one is booked. */
  async function usedOnce() {
    const { person, paymentId } = await buyAsNewcomer(app);
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 30);
    await offerSlot(app, interviewer, startTime);
    const { body } = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
    return { person, paymentId, bookingId: body._id as string };
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
    expect(mail?.text).toContain("Your sessions stay as they are.");
    expect(await auditLinesOf(app, `payment:${paymentId}`)).toContainEqual(
      expect.objectContaining({ action: "payment.goodwill-refunded", actor_user_id: owner.user._id }),
    );
  });

  it("never gives back more than was paid, also when the session comes back later", async () => {
    const { person, paymentId, bookingId } = await usedOnce();
    const { goodwillLimit } = await detail(paymentId);
    await goodwill(owner, paymentId, goodwillLimit);
    await app.call("POST", `/api/user/bookings/${bookingId}/cancel`, { token: person.token });
    const whole = await refund(owner, { paymentId, sessions: "all" });
    expect([whole.status, whole.body.msg]).toEqual([409, expect.stringContaining("can still go back")]);
    expect((await refund(owner, { paymentId, sessions: 2 })).status).toBe(200);
  });

  it("is not for unused sessions, and a full refund says why it is not possible", async () => {
    const { paymentId } = await buyAsNewcomer(app);
    expect((await goodwill(owner, paymentId, 1)).body.msg).toMatch(/^No session of this payment is used/);
    expect((await detail(paymentId)).notInFull).toBeNull();
    const used = await usedOnce();
    expect((await detail(used.paymentId)).notInFull).toBe(
      "2 of its sessions can be taken back: 1 is spent or booked.",
    );
  });
});
