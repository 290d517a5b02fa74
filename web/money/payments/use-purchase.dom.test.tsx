import type { Purchase } from "@greenroom/contract/money/payments.ts";
import type { Quote } from "@greenroom/contract/money/plans.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { provideCheckout, sampleOrder, samplePayment, sampleQuote } from "../../testing/test-checkout.ts";
import { PurchaseList } from "./purchase-history.tsx";
import { type PurchasePhase, usePurchase } from "./use-purchase.ts";

let phases: PurchasePhase[];
const onPriceChanged = vi.fn<(quote: Quote) => void>();
const onBought = vi.fn<(message: string) => void>();

function PurchaseScreen() {
  const { phase, alert, note, pay, closeAlert } = usePurchase({ onPriceChanged, onBought });
  if (phases.at(-1) !== phase) phases.push(phase);
  return (
    <>
      <button type="button" onClick={() => void pay(sampleQuote, undefined)}>
        Pay
      </button>
      <button type="button" onClick={closeAlert}>
        Close
      </button>
      <p data-testid="phase">{phase}</p>
      <p data-testid="alert">{alert && `${alert.message}${alert.canRetry ? " Retry?" : ""}`}</p>
      <p data-testid="note">{note && `${note.tone}: ${note.message}`}</p>
    </>
  );
}

async function pay() {
  const rendered = renderScreen(<PurchaseScreen />);
  const press = (name: "Pay" | "Close") => rendered.user.click(screen.getByRole("button", { name }));
  await press("Pay");
  return { ...rendered, press };
}

describe("use purchase", () => {
  /* The messages and the retries of the panel are tested in purchase-panel.dom.test.tsx. */

  const orderCall = "POST /api/payment/create-order";
  const verifyCall = "POST /api/payment/verify-payment";
  const purchasesCall = "GET /api/user/purchases";
  const calls = serveCallAnswers();
  const checkout = provideCheckout();
  const sent = (name: string) => calls.sent.filter((call) => call.name === name);
  const arrived = { body: [{ orderId: "order_1" }] };
  beforeEach(() => {
    phases = [];
    calls.set({ [orderCall]: sampleOrder(), [purchasesCall]: { body: [] } });
  });
  afterEach(() => {
    vi.clearAllMocks();
    vi.useRealTimers();
  });

  const text = (name: "phase" | "alert" | "note") => screen.getByTestId(name).textContent;
  const shows = (name: "phase" | "alert" | "note", wanted: string | RegExp) =>
    waitFor(() => expect(text(name)).toMatch(wanted));
  const close = () => act(() => checkout.options.modal.ondismiss());
  async function openCheckout() {
    const opening = await pay();
    await waitFor(() => expect(checkout.opened).toBe(1));
    return opening;
  }

  describe("a purchase", () => {
    it("goes from the order to the payment and its verification", async () => {
      calls.set({ [verifyCall]: { body: { msg: "✅ Payment verified." } } });
      await openCheckout();
      expect(phases).toEqual(["idle", "ordering", "paying"]);
      act(() => checkout.options.handler(samplePayment));
      await shows("phase", "done");
      expect(phases.slice(3)).toEqual(["verifying", "done"]);
      expect(onBought).toHaveBeenCalledExactlyOnceWith("✅ Payment verified.");
      expect(text("note")).toBe("good: ✅ Payment verified.");
      expect(onPriceChanged).not.toHaveBeenCalled();
    });

    it("opens no second order while the checkout is open, and another one when it has ended", async () => {
      const { press } = await openCheckout();
      await press("Pay");
      expect(sent(orderCall)).toHaveLength(1);
      close();
      await press("Pay");
      await waitFor(() => expect(checkout.opened).toBe(2));
      expect(sent(orderCall)).toHaveLength(2);
      // The new attempt decides what is shown, not the search for the money of the old one.
      expect(text("note")).toBe("");
      expect(text("phase")).toBe("paying");
    });
  });

  describe("an order that fails", () => {
    const initiationFailed = "An error occurred during payment initiation. Please try again.";
    it.each<[string, CallAnswer, string]>([
      ["lost on its way", "cut", initiationFailed],
      ["refused", { status: 409, body: { code: "conflict", msg: "Not now." } }, "Not now."],
      ["refused without a message", { status: 500, body: {} }, "Failed to create payment order."],
      [
        "made by a signed-out user",
        { status: 401, body: { code: "not_signed_in", msg: "Sign in." } },
        "Please sign in to purchase a plan.",
      ],
    ])("because it was %s ends the purchase, and can be repeated", async (_name, answer, message) => {
      calls.set({ [orderCall]: [answer, sampleOrder()] });
      const { press } = await pay();
      await waitFor(() => expect(phases).toEqual(["idle", "ordering", "idle"]));
      expect(text("alert")).toBe(message);
      await press("Pay");
      await waitFor(() => expect(checkout.opened).toBe(1));
      expect(text("alert")).toBe("");
    });

    it("because the price changed passes the new quote on, without an alert", async () => {
      const fresh = { ...sampleQuote, newPrice: 999 };
      const body = { code: "price_changed", msg: "The price has changed.", details: { quote: fresh } };
      calls.set({ [orderCall]: { status: 409, body } });
      await pay();
      await shows("note", "wait: The price has changed.");
      expect(onPriceChanged).toHaveBeenCalledExactlyOnceWith(fresh);
      expect(text("alert")).toBe("");
      expect(text("phase")).toBe("idle");
    });
  });

  describe("a payment that is not verified", () => {
    it.each<[string, CallAnswer, string]>([
      [
        "refuses it",
        { status: 400, body: { code: "invalid_input", msg: "Bad signature." } },
        "Bad signature.",
      ],
      ["fails", { status: 500, body: {} }, "Payment verification failed on server. Contact support."],
      ["is away", "cut", "An error occurred during payment verification. Please contact support."],
    ])("when the server %s is looked for, and counts when it arrives", async (_name, answer, message) => {
      calls.set({ [verifyCall]: answer });
      await openCheckout();
      act(() => checkout.options.handler(samplePayment));
      await shows("alert", message);
      expect(onBought).not.toHaveBeenCalled();
      calls.set({ [purchasesCall]: arrived });
      await shows("phase", "done");
      expect(text("alert")).toBe("");
      expect(onBought).toHaveBeenCalledOnce();
    });
  });

  describe("a checkout that was closed", () => {
    it("is followed by half a minute of looking for the money", async () => {
      await openCheckout();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      close();
      expect(text("phase")).toBe("checking");
      expect(text("note")).toMatch(/^wait: The checkout is closed\. If you paid, .* We're checking\.$/);
      for (let count = 1; count <= 10; count += 1) {
        expect(text("phase")).toBe("checking");
        await vi.waitUntil(
          () => {
            // The longest pause, and shorter than the time after which a call counts as lost.
            vi.advanceTimersByTime(500);
            return sent(purchasesCall).length >= count;
          },
          { timeout: 20_000 },
        );
      }
      await shows("note", /^wait: We haven't received a payment\./);
      expect(text("phase")).toBe("idle");
      expect(onBought).not.toHaveBeenCalled();
    });

    it("goes on looking after a short loss of the connection", async () => {
      calls.set({ [purchasesCall]: ["cut", { status: 503, body: {} }, arrived] });
      await openCheckout();
      close();
      await shows("note", "good: ✅ Your payment has arrived. Your sessions are ready.");
      expect(sent(purchasesCall)).toHaveLength(3);
    });

    it("ends the search when the server refuses it, and logs why", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
      calls.set({ [purchasesCall]: { status: 500, body: {} } });
      await openCheckout();
      close();
      await shows("phase", "idle");
      expect(text("note")).toBe("");
      expect(log).toHaveBeenCalledOnce();
    });

    it("after a failed payment shows the failure, and nothing of the search", async () => {
      const { press } = await openCheckout();
      checkout.onFailed({ error: { description: "The bank declined the card." } });
      expect(text("alert")).toBe("");
      close();
      expect(text("alert")).toBe("Payment failed: The bank declined the card. Retry?");
      expect(text("phase")).toBe("checking");
      expect(text("note")).toBe("");
      await press("Close");
      expect(text("alert")).toBe("");
      calls.set({ [purchasesCall]: arrived });
      await shows("phase", "done");
    });

    it("ends the search when the page is left", async () => {
      const { unmount } = await openCheckout();
      close();
      unmount();
      // The first look at the purchases would come after a second.
      await new Promise((resolve) => setTimeout(resolve, 1_300));
      expect(sent(purchasesCall)).toEqual([]);
    });
  });
});

describe("purchase list", () => {
  const calls = serveCallAnswers();

  const purchase: Purchase = {
    ...{
      _id: "0190a5b8-7c00-7000-8000-000000000001",
      planType: "Pro",
      sessions: 3,
      amount: 499,
      refunded: 0,
      currency: "INR",
    },
    ...{ lines: [], status: "captured", paidAt: "2026-11-20T06:30:00.000Z", receipt: "GR-1" },
    ...{ orderId: "order_1", paymentId: "pay_1" },
  };

  it.each<[string, Partial<Purchase>, string[]]>([
    ["a paid purchase", {}, ["Paid", "₹499"]],
    ["one that was refunded in part", { refunded: 166.34 }, ["Part refunded", "₹499", "₹166.34 refunded"]],
    ["one that was refunded", { status: "refunded", refunded: 499 }, ["Refunded", "₹499", "₹499 refunded"]],
    ["a goodwill refund of all of it", { refunded: 499 }, ["Refunded", "₹499", "₹499 refunded"]],
  ])("shows %s", async (_name, fields, texts) => {
    calls.set({ "GET /api/user/purchases": { body: [{ ...purchase, ...fields }] } });
    renderScreen(<PurchaseList />);
    const [, row] = await screen.findAllByRole("row");
    const cells = within(row as HTMLElement)
      .getAllByRole("cell")
      .slice(-2);
    expect(cells.map(({ textContent }) => textContent).join("")).toBe(texts.join(""));
  });
});
