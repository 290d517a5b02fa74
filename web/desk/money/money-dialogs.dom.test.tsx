import type { DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import type { PayoutBatch } from "@greenroom/contract/desk/money/payouts.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { type ReactElement, useEffect, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { dayKey } from "../../format/times.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ConfirmationProvider } from "../access/confirmation.tsx";
import { type Result, ResultNotice } from "../actions/result-notice.tsx";
import { renderDesk } from "../desk.testing.tsx";
import { MarkPaidDialog, OpenBatch } from "./payout-batch.tsx";
import { CreateCoupon } from "./price-dialogs.tsx";
import { RefundDialog, RefundGoodwill, RefundSessions } from "./refund-dialogs.tsx";

const calls = serveCallAnswers();
const paymentId = "0190a5b8-0000-7000-8000-000000000001";
const previewOf = (text: string, typedConfirmation: string | null = null) => ({
  body: { lines: [{ label: "Effect", text }], typedConfirmation, version: text },
});
const refused = (status: number, msg: string, path?: string) => ({
  status,
  body: {
    msg,
    code: status === 409 ? "conflict" : "invalid_input",
    requestId: "r",
    ...(path === undefined ? {} : { details: [{ path, msg }] }),
  },
});
const sentTo = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

beforeEach(() => {
  storeSession(sampleUser);
});

const paymentChanged = "payment-changed";

interface ChangingProps<T> {
  payments: [before: T, after: T];
  dialog: (payment: T) => ReactElement;
}

/** A dialog of a payment that changes while the dialog is open. */
function Changing<T>({ payments: [before, after], dialog }: ChangingProps<T>) {
  const [hasChanged, setChanged] = useState(false);
  useEffect(() => {
    const change = () => setChanged(true);
    window.addEventListener(paymentChanged, change);
    return () => window.removeEventListener(paymentChanged, change);
  }, []);
  return <ConfirmationProvider>{dialog(hasChanged ? after : before)}</ConfirmationProvider>;
}
const changePayment = () => act(() => window.dispatchEvent(new Event(paymentChanged)));

describe("the refund dialog", () => {
  const items = [{ paymentId, sessions: 1 }];

  it("asks for a reason and for the amount typed, and sends what was previewed", async () => {
    calls.set({
      "POST /api/operator/refunds/preview": previewOf("₹166.34 goes back", "166.34"),
      "POST /api/operator/refunds": { body: { msg: "The refund is on the way.", approvalId: null } },
    });
    const done: Result[] = [];
    const { user } = renderDesk(
      <RefundDialog items={items} onDone={(result) => done.push(result)} onClose={() => undefined} />,
    );
    await screen.findByText("₹166.34 goes back");
    await user.click(screen.getByRole("button", { name: "Refund" }));
    await screen.findByText("Type 166.34 to confirm.");
    expect(sentTo("POST /api/operator/refunds")).toEqual([]);
    await user.type(screen.getByLabelText(/^Reason/), "The room froze");
    await user.type(screen.getByLabelText(/^Type 166.34/), "₹166.34");
    await user.click(screen.getByRole("button", { name: "Refund" }));
    await waitFor(() => expect(done).toMatchObject([{ msg: "The refund is on the way." }]));
    expect(sentTo("POST /api/operator/refunds")).toEqual([
      { items, reason: "The room froze", version: "₹166.34 goes back", typed: "₹166.34" },
    ]);
  });

  it("keeps the reason when something has changed, and shows the new preview", async () => {
    calls.set({
      "POST /api/operator/refunds/preview": [previewOf("3 sessions"), previewOf("2 sessions")],
      "POST /api/operator/refunds": refused(409, "Something has changed."),
    });
    const { user } = renderDesk(
      <RefundDialog items={items} onDone={() => undefined} onClose={() => undefined} />,
    );
    await screen.findByText("3 sessions");
    await user.type(screen.getByLabelText(/^Reason/), "The room froze");
    await user.click(screen.getByRole("button", { name: "Refund" }));
    await screen.findByText("2 sessions");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe("The room froze");
    expect(screen.getByText("Something has changed.")).toBeDefined();
  });

  it("asks for no more sessions than are still left", async () => {
    calls.set({
      "POST /api/operator/refunds/preview": [previewOf("3 go back"), previewOf("2 go back")],
    });
    const payment = {
      _id: paymentId,
      left: 3,
      used: 0,
      booked: 0,
      takenBack: 0,
      leftValues: [166, 166, 167],
    };
    const bookedOne = { ...payment, left: 2, booked: 1, leftValues: [166, 166] };
    renderScreen(
      <Changing
        payments={[payment, bookedOne]}
        dialog={(shown) => (
          <RefundSessions payment={shown} onDone={() => undefined} onClose={() => undefined} />
        )}
      />,
    );
    await screen.findByText("3 go back");
    const count = screen.getByLabelText<HTMLSelectElement>(/^How many sessions/);
    expect(count.value).toBe("3");
    changePayment();
    await screen.findByText("2 go back");
    expect(count.value).toBe("2");
    expect(sentTo("POST /api/operator/refunds/preview").at(-1)).toEqual({
      items: [{ paymentId, sessions: 2 }],
    });
  });

  it("asks for another amount of goodwill when the limit has fallen", async () => {
    calls.set({ "POST /api/operator/refunds/preview": previewOf("₹166 goes back") });
    const limitedTo = (goodwillLimit: number) => ({ _id: paymentId, goodwillLimit });
    renderScreen(
      <Changing
        payments={[limitedTo(166), limitedTo(100)]}
        dialog={(shown) => (
          <RefundGoodwill payment={shown} onDone={() => undefined} onClose={() => undefined} />
        )}
      />,
    );
    await screen.findByText("₹166 goes back");
    changePayment();
    await screen.findByText("Enter an amount from ₹1 to ₹100.00.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Refund" }).disabled).toBe(true);
  });

  it("does not ask for more goodwill than can go back", async () => {
    calls.set({
      "POST /api/operator/refunds/preview": [previewOf("₹166 goes back"), previewOf("₹100 goes back")],
    });
    const payment = { _id: paymentId, goodwillLimit: 166 } as DeskPaymentDetail;
    const { user } = renderDesk(
      <RefundGoodwill payment={payment} onDone={() => undefined} onClose={() => undefined} />,
    );
    await screen.findByText("₹166 goes back");
    const amount = screen.getByLabelText(/^Rupees/);
    await user.clear(amount);
    await user.type(amount, "500{Tab}");
    await screen.findByText("Enter an amount from ₹1 to ₹166.00.");
    expect(screen.queryByText("₹166 goes back")).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Refund" }).disabled).toBe(true);
    await user.clear(amount);
    await user.type(amount, "100{Tab}");
    await screen.findByText("₹100 goes back");
    expect(sentTo("POST /api/operator/refunds/preview").at(-1)).toEqual({
      items: [{ paymentId, goodwill: 100 }],
    });
  });
});

describe("the coupon dialog", () => {
  it("shows what is wrong at its field and keeps what was typed", async () => {
    calls.set({
      "POST /api/operator/coupons/preview": [
        refused(400, "A percentage is at most 100.", "value"),
        previewOf("₹50 with the coupon"),
      ],
    });
    const { user } = renderDesk(<CreateCoupon onDone={() => undefined} onClose={() => undefined} />);
    await user.type(await screen.findByLabelText(/^Code/), "hello");
    const value = screen.getByLabelText<HTMLInputElement>(/^Discount/);
    await user.type(value, "150");
    await user.click(screen.getByRole("button", { name: "See what it does" }));
    await screen.findByText("A percentage is at most 100.");
    expect(value.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText<HTMLInputElement>(/^Code/).value).toBe("hello");
    await user.clear(value);
    await user.type(value, "50");
    await user.click(screen.getByRole("button", { name: "See what it does" }));
    await screen.findByText("₹50 with the coupon");
    await user.click(screen.getByRole("button", { name: "Change the coupon" }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Code/)).value).toBe("hello");
    expect(screen.getByLabelText<HTMLInputElement>(/^Discount/).value).toBe("50");
  });
});

describe("an export for the bank", () => {
  const batchId = "0190a5b8-0000-7000-8000-000000000002";
  const iraId = "0190a5b8-0000-7000-8000-000000000003";
  const person = (personId: string, name: string) => ({
    interviewer: { _id: personId, name, email: `${name.toLowerCase()}@b.example` },
    entries: 1,
    amount: 70,
    open: 70,
  });
  const batch: PayoutBatch = {
    _id: batchId,
    madeAt: "2026-11-20T06:30:00.000Z",
    madeBy: "owner@b.example",
    askedPayouts: [],
    people: [
      person(iraId, "Ira"),
      person("0190a5b8-0000-7000-8000-000000000004", "Ravi"),
      { ...person("0190a5b8-0000-7000-8000-000000000005", "Paid"), open: 0 },
    ],
  };

  it("marks those that are chosen, under the batch, and moves the focus to the notice", async () => {
    calls.set({
      "POST /api/operator/payouts/preview": previewOf("Ira: ₹70.00"),
      "POST /api/operator/payouts": { body: { msg: "₹70.00 is marked as paid.", approvalId: null } },
    });
    const done: Result[] = [];
    const { user } = renderDesk(
      <>
        <ResultNotice result={{ msg: "Earlier", tone: "wait" }} onResult={() => undefined} />
        <OpenBatch batch={batch} isOwner onDone={(result) => done.push(result)} />
      </>,
    );
    const paid = await screen.findByLabelText<HTMLInputElement>("Mark paid@b.example as paid");
    expect(paid.disabled).toBe(true);
    await user.click(screen.getByLabelText("Mark ravi@b.example as paid"));
    await user.click(screen.getByRole("button", { name: "Mark 1 as paid" }));
    await screen.findByText("Ira: ₹70.00");
    await user.type(screen.getByLabelText(/^Reason/), "Sent today");
    await user.click(screen.getByRole("button", { name: "Mark as paid" }));
    await waitFor(() => expect(done).toMatchObject([{ msg: "₹70.00 is marked as paid." }]));
    expect(sentTo("POST /api/operator/payouts")).toMatchObject([
      { batchId, interviewerIds: [iraId], reason: "Sent today" },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Earlier"));
  });

  it("says which payouts wait for an approval, and does not choose them", async () => {
    const asked = { approvalId: "0190a5b8-0000-7000-8000-000000000006", askedAt: "2026-11-20T07:00:00.000Z" };
    const askedBy = { _id: iraId, name: "Owner", email: "owner@b.example" };
    renderDesk(
      <OpenBatch
        batch={{ ...batch, askedPayouts: [{ ...asked, askedBy, interviewerIds: [iraId] }] }}
        isOwner
        onDone={() => undefined}
      />,
    );
    await screen.findByText(/^owner@b\.example asked to mark payouts as paid on .+, which waits for another/);
    expect(screen.getAllByText(/waits for approval/)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>("Mark ira@b.example as paid").checked).toBe(false);
    expect(screen.getByRole("button", { name: "Mark 1 as paid" })).toBeDefined();
  });

  // At every moment, these two zones have different days.
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
    "proposes a reference with the day of the desk's zone, %s",
    async (timeZone) => {
      calls.set({ "POST /api/operator/payouts/preview": previewOf("Ira: ₹70.00") });
      renderDesk(
        <MarkPaidDialog
          batchId={batchId}
          people={batch.people}
          timeZone={timeZone}
          onDone={() => undefined}
          onClose={() => undefined}
        />,
      );
      expect((await screen.findByLabelText<HTMLInputElement>("The bank's reference")).value).toBe(
        `Payout ${dayKey(new Date(), timeZone)}`,
      );
    },
  );
});
