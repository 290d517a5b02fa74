import type { DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import PaymentPage from "../pages/money/payment.tsx";
import PaymentsPage from "../pages/money/payments.tsx";
import { RetryRefund } from "./money-parts.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const access = { body: ownerAccess };

/** Three sessions for ₹499, none of them used. */
const payment: DeskPaymentDetail = {
  _id: id,
  person: { _id: id, name: "Rohan Das", email: "rohan@example.com" },
  planType: "Pro",
  sessions: 3,
  amount: 499,
  refunded: 0,
  state: "captured",
  notInFull: null,
  paidAt: "2026-11-20T06:00:00.000Z",
  receipt: "R-20261120-1",
  paymentReference: "pay_1",
  orderReference: "order_1",
  lines: [],
  coupon: null,
  provider: "razorpay",
  orderedAt: "2026-11-20T06:00:00.000Z",
  left: 3,
  used: 0,
  booked: 0,
  takenBack: 0,
  goodwillLimit: 0,
  leftValues: [166.34, 166.33, 166.33],
  refunds: [],
  askedRefunds: [],
};
const refundedInFull: Partial<DeskPaymentDetail> = {
  refunded: 499,
  state: "refunded",
  notInFull: "All of its sessions are refunded already.",
  left: 0,
  takenBack: 3,
  leftValues: [],
};

beforeEach(() => {
  storeSession(sampleUser);
});

describe("a payment's page", () => {
  const openPayment = (changed: Partial<DeskPaymentDetail>) => {
    calls.set({
      "GET /api/operator/access": access,
      [`GET /api/operator/payments/${id}`]: { body: { ...payment, ...changed } },
    });
    return renderDesk(<PaymentPage />, {
      path: `/operator/money/payments/${id}`,
      route: "/operator/money/payments/:id",
    });
  };

  it.each<[string, string, object]>([
    ["Refund sessions", "How many sessions", { sessions: 2 }],
    ["Refund out of goodwill", "Rupees", { goodwill: 166.34 }],
  ])("%s: begins with all that can go back", async (button, label, item) => {
    const preview = {
      lines: [{ label: "Refund", text: "It goes back." }],
      typedConfirmation: "1",
      version: "1",
    };
    calls.set({ "POST /api/operator/refunds/preview": { body: preview } });
    const { user } = openPayment({ left: 2, used: 1, goodwillLimit: 166.34, leftValues: [166.33, 166.33] });
    await user.click(await screen.findByRole("button", { name: button }));
    await screen.findByText("It goes back.");
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeDefined();
    expect(calls.sent.at(-1)?.body).toEqual({ items: [{ paymentId: id, ...item }] });
  });

  it.each<[string, Partial<DeskPaymentDetail>, string, string]>([
    ["refunded in full", refundedInFull, "₹499.00 of ₹499.00", "Nothing remains to refund."],
    ["never refunded", {}, "₹0.00 of ₹499.00", "₹499.00 can go back for 3 sessions left."],
    [
      "refunded in part",
      {
        refunded: 166.33,
        state: "part-refunded",
        notInFull: "1 of its sessions is used or booked. You can take back the other 1.",
        left: 1,
        used: 1,
        takenBack: 1,
        goodwillLimit: 166.34,
        leftValues: [166.33],
      },
      "₹166.33 of ₹499.00",
      "₹332.67 can go back: ₹166.33 for 1 session left, ₹166.34 out of goodwill for 1 session used.",
    ],
    [
      "with a booked session",
      {
        notInFull: "1 of its sessions is used or booked. You can take back the other 2.",
        left: 2,
        booked: 1,
        leftValues: [166.33, 166.33],
      },
      "₹0.00 of ₹499.00",
      "₹499.00 can go back: ₹332.66 for 2 sessions left, ₹166.34 for 1 session booked, once canceled.",
    ],
    [
      "whose used session was refunded out of goodwill, too",
      {
        ...refundedInFull,
        used: 1,
        takenBack: 2,
        notInFull: "1 of its sessions is used or booked. None is left.",
      },
      "₹499.00 of ₹499.00",
      "Nothing remains to refund.",
    ],
  ])("%s: says what was refunded and what remains", async (_, changed, refunded, remaining) => {
    openPayment(changed);
    expect(await screen.findByText(remaining)).toBeDefined();
    expect(screen.getByText(refunded)).toBeDefined();
    expect(screen.queryByText(/cannot be refunded/)).toBeNull();
  });
});

it("offers to leave the sessions of a refund at the provider that is not decided", async () => {
  const refund = { _id: id, amount: 100, reason: "Made at the payment provider", state: "sent" as const };
  const at = { createdAt: "2026-11-20T07:00:00.000Z", sentAt: "2026-11-20T07:00:00.000Z" };
  const made = { ...refund, ...at, sessions: 0, isPartOfOwed: false, refusal: null, reference: "rfnd_1" };
  const refunds = [
    { ...made, isUndecided: true },
    { ...made, _id: "0190a5b8-0000-7000-8000-000000000002", isUndecided: false },
    { ...made, _id: "0190a5b8-0000-7000-8000-000000000003", isUndecided: false, isPartOfOwed: true },
  ];
  const lines = [{ label: "Refund", text: "It counts as goodwill." }];
  calls.set({
    "GET /api/operator/access": access,
    [`GET /api/operator/payments/${id}`]: { body: { ...payment, refunded: 200, refunds } },
    [`POST /api/operator/refunds/${id}/leave-sessions/preview`]: {
      body: { lines, typedConfirmation: null, version: "1" },
    },
  });
  const { user } = renderDesk(<PaymentPage />, {
    path: `/operator/money/payments/${id}`,
    route: "/operator/money/payments/:id",
  });
  await user.click(await screen.findByRole("button", { name: "Leave the sessions" }));
  expect(await screen.findByText("It counts as goodwill.")).toBeDefined();
  expect(screen.getByText("Not decided")).toBeDefined();
  expect(screen.getByText("None (goodwill)")).toBeDefined();
  expect(screen.getByText("None (taken back before)")).toBeDefined();
});

it("says on a payment's page that a refund waits for another owner", async () => {
  const askedBy = { _id: id, name: "Asha Nair", email: "asha@example.com" };
  calls.set({
    "GET /api/operator/access": access,
    [`GET /api/operator/payments/${id}`]: {
      body: { ...payment, askedRefunds: [{ approvalId: id, askedBy, askedAt: "2026-11-20T07:00:00.000Z" }] },
    },
  });
  renderDesk(<PaymentPage />, {
    path: `/operator/money/payments/${id}`,
    route: "/operator/money/payments/:id",
  });
  expect(await screen.findByText(/^asha@example.com asked for a refund on 20 Nov 2026/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Open the approvals" })).toBeDefined();
});

it("says of a chosen payment that it was refunded in full, and not that it cannot be", async () => {
  calls.set({
    "GET /api/operator/access": access,
    "GET /api/operator/payments": { body: [{ ...payment, ...refundedInFull }] },
  });
  const { user } = renderDesk(<PaymentsPage />);
  await user.click(await screen.findByRole("checkbox", { name: "Select R-20261120-1" }));
  expect(await screen.findByText("Receipt R-20261120-1 is refunded in full already.")).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Refund them in full" }).disabled).toBe(true);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

it.each([
  ["waiting", 1, false],
  ["waiting", 6, true],
  ["refused", 1, true],
] as const)("a refund that is %s after %i min can be tried again: %s", async (state, minutes, canRetry) => {
  renderDesk(<RetryRefund refund={{ _id: "1", state, createdAt: minutesAgo(minutes) }} />);
  await screen.findByText(canRetry ? "Try again" : "None: it is being sent");
  expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(canRetry ? 1 : 0);
});
