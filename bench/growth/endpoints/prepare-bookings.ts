import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/core/time.ts";
import { webhookSignature } from "../../../server/adapters/payment/razorpay-protocol.ts";
import { sandboxKeys } from "../../../server/adapters/payment/sandbox-keys.ts";
import { png } from "../../../server/domains/interviewers/photos/photos.testing.ts";
import { writePdf } from "../../../server/testing/files/write-pdf.ts";
import { insertCredits } from "../../seed.ts";
import type { EndpointBed } from "./open-bed.ts";
import {
  book,
  buyPack,
  confirm,
  idOf,
  offerSlot,
  openOrder,
  type Preparation,
  type PreparedRequest,
  restartInterview,
  send,
  sendFormAs,
} from "./prepare.ts";

const withBooking =
  (who: "interviewee" | "interviewer", body?: unknown): Preparation =>
  async (bed) => ({ who, params: { id: (await book(bed))._id }, ...(body === undefined ? {} : { body }) });

const live = ({ records }: EndpointBed) => records.liveBookingId;

/** An interview that is over and waits for its feedback. */
export async function hold(bed: EndpointBed): Promise<void> {
  await restartInterview(bed, 50);
  await send(bed, "interviewer", "POST", `/api/interviewer/bookings/${live(bed)}/complete`);
}

async function propose(bed: EndpointBed): Promise<{ id: string; proposalId: string }> {
  const { _id: id } = await book(bed);
  const { startTime } = await offerSlot(bed);
  const path = `/api/operator/bookings/${id}/move-proposal`;
  return { id, proposalId: (await confirm(bed, path, { startTime })).proposalId };
}

/** The provider's event for an order that was paid, or for another payment for it that differs by so many paise. */
export async function captureOrder(bed: EndpointBed, { otherPaise = 0 } = {}): Promise<PreparedRequest> {
  const { id } = await openOrder(bed);
  await send(bed, "nobody", "POST", `/api/sandbox/orders/${id}/pay`, { outcome: "success" });
  const [payment] = await bed.deps.payments.listPayments(id);
  const entity = {
    id: otherPaise === 0 ? payment?.id : `pay_${randomUUID().slice(-12)}`,
    order_id: id,
    amount: (payment?.amountPaise ?? 0) + otherPaise,
    currency: payment?.currency,
    status: "captured",
  };
  const body = JSON.stringify({ event: "payment.captured", payload: { payment: { entity } } });
  const secret = sandboxKeys(bed.deps.hmac).webhookSecret;
  const signature = webhookSignature(secret, Buffer.from(body));
  return {
    who: "nobody",
    headers: { "x-razorpay-signature": signature, "x-razorpay-event-id": randomUUID() },
    body,
  };
}

/** A booking is canceled, and the interviewer takes no others on its day. */
export async function closeDays(bed: EndpointBed): Promise<string[]> {
  const body = { bookingIds: [(await book(bed))._id], closesDays: true };
  await offerSlot(bed);
  return (await confirm(bed, "/api/operator/bookings/cancellation", body)).closedDays;
}

const area = { score: 4 };

/** Slots, bookings, feedback and payments. */
export const bookingPreparations: Record<string, Preparation> = {
  "POST /api/payment/create-order": async (bed) => ({
    who: "interviewee",
    body: (await openOrder(bed)).body,
  }),
  "POST /api/sandbox/orders/{id}/pay": async (bed) => ({
    who: "nobody",
    params: { id: (await openOrder(bed)).id },
    body: { outcome: "success" },
  }),
  "POST /api/payment/webhook": (bed) => captureOrder(bed),
  "POST /api/payment/verify-payment": async (bed) => {
    const { id, price } = await openOrder(bed);
    const paid = await send(bed, "nobody", "POST", `/api/sandbox/orders/${id}/pay`, { outcome: "success" });
    return { who: "interviewee", body: { ...paid, ...price } };
  },
  "POST /api/user/bookings": async (bed) => {
    await insertCredits(bed.pool, { credits: 1, userIds: [idOf(bed, "interviewee")] });
    const { startTime } = await offerSlot(bed);
    return { who: "interviewee", body: { startTime, interviewerId: idOf(bed, "interviewer") } };
  },
  "POST /api/user/bookings/{id}/cancel": withBooking("interviewee"),
  "POST /api/interviewer/bookings/{id}/cancel": withBooking("interviewer"),
  "PUT /api/user/bookings/{id}/goal": withBooking("interviewee", { role: "x" }),
  "POST /api/user/bookings/{id}/reschedule": async (bed) => {
    const { _id } = await book(bed);
    const { startTime } = await offerSlot(bed);
    const body = { startTime, interviewerId: idOf(bed, "interviewer") };
    return { who: "interviewee", params: { id: _id }, body };
  },
  "POST /api/interviewer/bookings/{id}/complete": async (bed) => {
    await restartInterview(bed, 50);
    return { who: "interviewer", params: { id: live(bed) } };
  },
  "POST /api/bookings/{id}/no-show": async (bed) => {
    await restartInterview(bed);
    return { who: "interviewee", params: { id: live(bed) }, body: {} };
  },
  "GET /api/bookings/{id}/move-proposal": async (bed) => ({
    who: "interviewee",
    params: { id: (await propose(bed)).id },
  }),
  "POST /api/bookings/{id}/move-proposal/answer": async (bed) => {
    const { id, proposalId } = await propose(bed);
    return { who: "interviewee", params: { id }, body: { proposalId, answer: "accept" } };
  },
  "POST /api/user/reports/{bookingId}/steps/{stepId}": async (bed) => {
    const bookingId = bed.records.heldBookingId;
    await bed.pool.query(
      "update feedback_summaries set next_steps = 'Split by time.' where booking_id = $1",
      [bookingId],
    );
    const { mentorFeedback } = await send(bed, "interviewee", "GET", `/api/user/reports/${bookingId}`);
    const params = { bookingId, stepId: mentorFeedback.nextSteps[0].id };
    return { who: "interviewee", params, body: { done: true } };
  },
  "POST /api/interviewer/profile-photo": async () => ({ who: "interviewer", body: photo() }),
  "GET /api/interviewer-photos/{file}": async (bed) => {
    const { token } = bed.callers.interviewer ?? {};
    await sendFormAs(bed, token, "/api/interviewer/profile-photo", photo());
    const { photoUrl } = await send(bed, "interviewer", "GET", "/api/interviewer/profile");
    return { who: "nobody", params: { file: String(photoUrl).split("/").at(-1) ?? "" } };
  },
  "POST /api/interviewer/feedback-report/{bookingId}": async (bed) => {
    await hold(bed);
    const areas = { problemSolving: area, mlKnowledge: area, coding: area, communication: area };
    const body = { ...areas, questions: "Two sum", summary: "Good." };
    return { who: "interviewer", params: { bookingId: live(bed) }, body };
  },
  "POST /api/interviewer/feedback-upload/{bookingId}": async (bed) => {
    await hold(bed);
    return { who: "interviewer", params: { bookingId: live(bed) }, body: pdfForm("feedback") };
  },
  "POST /api/user/feedback": async (bed) => {
    await hold(bed);
    const rating = { interviewerId: idOf(bed, "interviewer"), interviewScore: 5, overallSummary: "Clear." };
    return { who: "interviewee", body: { bookingId: live(bed), ...rating } };
  },
  "POST /api/interviewer/weekly-rules": async (bed) => {
    await bed.pool.query("delete from weekly_rules where interviewer_id = $1 and id <> $2", [
      idOf(bed, "interviewer"),
      bed.records.ruleId,
    ]);
    return { who: "interviewer", body: weeklyRule() };
  },
  "DELETE /api/interviewer/weekly-rules/{id}": async (bed) => {
    const { rule } = await send(bed, "interviewer", "POST", "/api/interviewer/weekly-rules", weeklyRule());
    return { who: "interviewer", params: { id: rule._id } };
  },
  "DELETE /api/interviewer/time-off/{id}": async (bed, random) => {
    const day = addMinutes(bed.clock.now(), 24 * 60 * (200 + random.below(100)))
      .toISOString()
      .slice(0, 10);
    const daysOff = { firstDay: day, lastDay: day, timeZone: "Asia/Kolkata" };
    const { timeOff } = await send(bed, "interviewer", "POST", "/api/interviewer/time-off", daysOff);
    return { who: "interviewer", params: { id: timeOff._id } };
  },
  "DELETE /api/interviewer/availability/{id}": async (bed) => ({
    who: "interviewer",
    params: { id: (await offerSlot(bed))._id },
  }),
  "GET /api/calendar-feed/{file}": async (bed) => {
    const { url } = await send(bed, "interviewer", "POST", "/api/interviewer/calendar-feed");
    return { who: "nobody", params: { file: String(url).split("/").at(-1) ?? "" } };
  },
  "PUT /api/interviewer/payout-details": async () => ({ who: "interviewer", body: payoutDetails }),
  "DELETE /api/interviewer/payout-details/pending": async (bed) => {
    await send(bed, "interviewer", "PUT", "/api/interviewer/payout-details", payoutDetails);
    return { who: "interviewer" };
  },
  "POST /api/operator/refunds": async (bed) => ({
    who: "operator",
    body: { items: [{ paymentId: (await buyPack(bed)).paymentId, sessions: 1 }] },
  }),
  "POST /api/operator/orders/{id}/check": async (bed) => {
    const { id } = await openOrder(bed);
    const { rows } = await bed.pool.query<{ id: string }>(
      "update orders set created_at = created_at - interval '2 hours' where provider_order_id = $1 returning id",
      [id],
    );
    return { who: "operator", params: { id: rows[0]?.id ?? "" }, body: {} };
  },
  "GET /api/operator/bookings/{id}/feedback-file": async ({ records }) => ({
    who: "operator",
    params: { id: records.heldBookingId },
  }),
  "POST /api/operator/bookings/{id}/earning-reversal": async (bed) => {
    await hold(bed);
    return { who: "operator", params: { id: live(bed) }, body: {} };
  },
  "POST /api/operator/bookings/cancellation": async (bed) => ({
    who: "operator",
    body: { bookingIds: [(await book(bed))._id] },
  }),
  "POST /api/operator/closed-days/reopening": async (bed) => {
    return { who: "operator", body: { daysOff: await closeDays(bed) } };
  },
  "POST /api/operator/bookings/{id}/no-show-decision": async (bed) => {
    await restartInterview(bed);
    await send(bed, "interviewer", "POST", `/api/bookings/${live(bed)}/no-show`, {});
    return {
      who: "operator",
      params: { id: live(bed) },
      body: { outcome: "rejected", reporter: "interviewer" },
    };
  },
  "POST /api/operator/bookings/{id}/move-proposal": async (bed) => {
    const { _id } = await book(bed);
    const { startTime } = await offerSlot(bed);
    return { who: "operator", params: { id: _id }, body: { startTime } };
  },
  "POST /api/operator/bookings/{id}/move-proposal/withdrawal": async (bed) => ({
    who: "operator",
    params: { id: (await propose(bed)).id },
    body: {},
  }),
};

/** A PDF in a field of a form. */
export function pdfForm(field: string): FormData {
  const form = new FormData();
  const content = new Uint8Array(writePdf("Feedback", ["Well done."]));
  form.append(field, new Blob([content], { type: "application/pdf" }), `${field}.pdf`);
  return form;
}

function photo(): FormData {
  const form = new FormData();
  form.append("photo", new Blob([new Uint8Array(png({}))], { type: "image/png" }), "photo.png");
  return form;
}

export const payoutDetails = {
  password: "brave-Otter-77!",
  target: { kind: "upi", holder: "Person Number", pan: "ABCPE1234F", upiId: "person@okbank" },
};

function weeklyRule() {
  const hours = { weekdays: [7], windows: [{ from: "01:00", to: "02:00" }], timeZone: "Asia/Kolkata" };
  const days = { startsOn: new Date().toISOString().slice(0, 10), endsOn: null, exceptions: [] };
  return { ...hours, ...days, minimumNoticeHours: 0, mostPerDay: null };
}
