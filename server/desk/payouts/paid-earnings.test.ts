import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { expect, it } from "vitest";
import { createBookedInterview, recordWait } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { earnWith } from "../../testing/booked-interview.ts";
import { getSessionCount } from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

/* What an operator takes back after the money has gone to the interviewer. */

const app = useTestApp();
const start = "2026-11-20T06:30:00.000Z";

/** The clock moves, so each call is made by an operator who has just confirmed. */
const read = async (path: string) => await app.read(await app.signUpOperator(), `/api/operator/${path}`);
const confirm = async (path: string, body?: object) =>
  await confirmAction(app, await app.signUpOperator(), `/api/operator/${path}`, body);

/** An interview that was held, and whose earning of ₹70 was paid out. `report` happens while it is held. */
async function createPaid(
  report: (booked: Awaited<ReturnType<typeof createBookedInterview>>) => Promise<void>,
) {
  app.clock.set(start);
  const booked = await createBookedInterview(app, { pricePaise: 10_000 });
  await report(booked);
  await earnWith(app, booked.booking);
  const { token, password, user } = booked.interviewer;
  const target = { kind: "upi", holder: "Ira", pan: "ABCPE1234F", upiId: "ira.viewer@okhdfc" };
  await app.put({ token }, "/api/interviewer/payout-details", { password, target });
  app.clock.set(addMinutes(app.clock.now(), 60 * 72));
  const { batchId } = (await confirm("payout-batches")).body;
  const paid = await confirm("payouts", { batchId, interviewerIds: [user._id], reference: "BATCH" });
  expect(paid.body.msg).toBe("₹70.00 is marked as paid to 1 interviewer.");
  return { ...booked, bookingId: booked.booking._id, interviewerId: user._id };
}

/** The amounts that the operator and the interviewer see after ₹70 that was paid has been taken back. */
async function expectDeducted(paid: { interviewer: SignedUpUser; interviewerId: string; bookingId: string }) {
  expect(await read(`people/${paid.interviewerId}`)).toMatchObject({
    ...{ dueRupees: -70, deductedRupees: 70 },
    interviewing: { earnedRupees: 0, paidOutRupees: 70 },
  });
  expect(await read(`bookings/${paid.bookingId}`)).toMatchObject({
    earning: { amount: 70, status: "void", paidAt: expect.any(String) },
  });
  const { body } = await app.get(paid.interviewer, "/api/interviewer/earnings?limit=5");
  expect(body.toDeduct).toBe(70);
}

it("an earning that was paid and is taken back reduces the next payout, and says so before and after", async () => {
  const paid = await createPaid(async () => undefined);
  app.clock.advance({ minutes: 1 });
  const path = `bookings/${paid.bookingId}/earning-reversal`;
  const operator = await app.signUpOperator();
  const preview = await previewAction(app, operator, `/api/operator/${path}`);
  expect(preview.body.lines[1]).toEqual({
    label: "Payout",
    text: "₹70.00 was paid out already, so the next payout is reduced by that.",
  });
  const done = await confirm(path);
  expect(done.body.msg).toBe(
    "The earning is taken back. It was already paid, so the next payout is reduced by that amount.",
  );
  await expectDeducted(paid);
  expect(await read(`people/${paid.interviewerId}/timeline?kind=payout`)).toMatchObject([
    { step: "taken-back", rupees: 70, bookingId: paid.bookingId },
    { step: "paid", rupees: 70, reference: "BATCH" },
  ]);
});

it("an upheld report says before the decision that the earning was paid, and reduces the next payout", async () => {
  const paid = await createPaid(async ({ booking, interviewee }) => {
    await recordWait(app, booking._id);
    app.clock.set(addMinutes(new Date(booking.startTime), 15));
    await app.post(interviewee, `/api/bookings/${booking._id}/no-show`);
  });
  const path = `bookings/${paid.bookingId}/no-show-decision`;
  const body = { outcome: "interviewer-absent" };
  const operator = await app.signUpOperator();
  const preview = await previewAction(app, operator, `/api/operator/${path}`, body);
  expect(preview.body.lines).toContainEqual({
    label: "Payout",
    text: "₹70.00 was paid out already, so the next payout is reduced by that.",
  });
  const done = await confirm(path, body);
  expect(done.body.msg).toContain("It was already paid, so the next payout is reduced by that amount.");
  await expectDeducted(paid);
  expect(await getSessionCount(app, paid.interviewee)).toBe(1);
});
