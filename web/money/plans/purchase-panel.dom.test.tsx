import type { Plan } from "@greenroom/contract/money/plans.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { paths } from "../../paths.ts";
import { type CallAnswer, serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { provideCheckout, sampleOrder, samplePayment, sampleQuote } from "../../testing/test-checkout.ts";
import type { PurchasedSlot } from "../payments/use-purchase.ts";
import { PurchasePanel } from "./purchase-panel.tsx";

const quoteCall = "POST /api/user/purchase-plan";
const orderCall = "POST /api/payment/create-order";
const verifyCall = "POST /api/payment/verify-payment";
const purchasesCall = "GET /api/user/purchases";
const calls = serveCallAnswers();
const checkout = provideCheckout();
const sent = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

const arrived = { body: [{ orderId: "order_1" }] };
const plan = { planType: "Pro", title: "Pro", sessions: 5 } as Plan;
beforeEach(() => {
  calls.set({
    [quoteCall]: { body: sampleQuote },
    [orderCall]: sampleOrder(),
    "GET /api/user/profile": { body: { ...sampleUser, sessionCount: 7 } },
    [purchasesCall]: { body: [] },
  });
});

async function openPanel(slot: PurchasedSlot | null = null) {
  storeSession(sampleUser);
  const panel = (
    <PurchasePanel
      plan={plan}
      onClose={() => undefined}
      onBusyChange={() => undefined}
      slot={slot}
      slotStatus={null}
    />
  );
  const screenOf = renderScreen(panel);
  return { ...screenOf, payButton: await screen.findByRole("button", { name: "Pay ₹749" }) };
}
async function openCheckout() {
  const opening = await openPanel();
  await opening.user.click(opening.payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
  return opening;
}
const messageOfDialog = async () => (await screen.findByRole("alertdialog")).textContent;

it("orders the shown price, verifies the payment, says so, and opens the booking page", async () => {
  calls.set({ [verifyCall]: { body: { msg: "✅ Payment verified." } } });
  const { path } = await openCheckout();
  expect(sent(orderCall)).toEqual([{ planType: "Pro", newPrice: 749, amount: 749 }]);
  expect(checkout.options).toMatchObject({
    key: "key_1",
    order_id: "order_1",
    amount: 74_900,
    currency: "INR",
  });
  checkout.options.handler(samplePayment);
  expect(await screen.findByText("✅ Payment verified.")).toBeDefined();
  expect(sent(verifyCall)).toEqual([{ ...samplePayment, planType: "Pro", newPrice: 749 }]);
  await waitFor(() => expect(path()).toBe(paths.booking));
});

it("holds the chosen slot before it orders, and opens the booking page with it", async () => {
  calls.set({ [verifyCall]: { body: { msg: "✅ Booked.", slot: { slotId: "slot-1", bookingId: null } } } });
  let holds = 0;
  const slot = { id: "slot-1", startsAt: null, hold: async () => ++holds > 1 };
  const { user, payButton, path, search } = await openPanel(slot);
  // The first hold fails: somebody else was faster.
  await user.click(payButton);
  await screen.findByText("This time can't be held. Choose another one above, or go on without it.");
  expect([holds, sent(orderCall)]).toEqual([1, []]);
  await user.click(payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
  expect(sent(orderCall)).toEqual([{ planType: "Pro", newPrice: 749, amount: 749, slotId: "slot-1" }]);
  checkout.options.handler(samplePayment);
  await waitFor(() => expect(path() + search()).toBe(paths.slotToBook("slot-1")));
});

it("opens one order for two clicks", async () => {
  const { user, payButton } = await openPanel();
  await user.dblClick(payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
  expect(sent(orderCall)).toHaveLength(1);
});

it("shows a price that has changed, and asks again before it orders", async () => {
  const fresh = { ...sampleQuote, newPrice: 999, listPrice: 999, amount: 999 };
  const msg = "The price has changed to ₹999.";
  calls.set({
    [orderCall]: [
      { status: 409, body: { code: "price_changed", msg, details: { quote: fresh } } },
      sampleOrder(),
    ],
  });
  const { user, payButton } = await openPanel();
  await user.click(payButton);
  expect(await screen.findByText(msg)).toBeDefined();
  expect(checkout.opened).toBe(0);
  await user.click(await screen.findByRole("button", { name: "Pay ₹999" }));
  await waitFor(() => expect(checkout.opened).toBe(1));
  expect(sent(orderCall).at(-1)).toMatchObject({ newPrice: 999 });
});

it.each<[string, CallAnswer, string]>([
  [
    "the server's own message",
    { status: 409, body: { code: "conflict", msg: "You have no room." } },
    "You have no room.",
  ],
  ["ours without one", { status: 500, body: {} }, "Failed to create payment order."],
  ["that it was lost on its way", "cut", "An error occurred during payment initiation. Please try again."],
  [
    "that a person must sign in",
    { status: 401, body: { code: "not_signed_in", msg: "Sign in." } },
    "Please sign in to purchase a plan.",
  ],
])("shows %s when no order is made, and can be tried again", async (_name, answer, message) => {
  calls.set({ [orderCall]: [answer, sampleOrder()] });
  const { user, payButton } = await openPanel();
  await user.click(payButton);
  expect(await messageOfDialog()).toContain(message);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "OK" }));
  await user.click(payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
});

it("says that the checkout failed to load, and loads it at the next attempt", async () => {
  checkout.answerScript("error");
  const { user, payButton } = await openPanel();
  await user.click(payButton);
  expect(await messageOfDialog()).toContain("The sandbox payment checkout failed to load.");
  await user.click(screen.getByRole("button", { name: "OK" }));
  checkout.answerScript("load");
  await user.click(payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
});

it("looks for the money after the checkout was closed, and finds what the webhook reported", async () => {
  const { path } = await openCheckout();
  calls.set({ [purchasesCall]: arrived });
  checkout.options.modal.ondismiss();
  expect(await screen.findByText(/We're checking\./)).toBeDefined();
  expect(await screen.findByText("✅ Your payment has arrived. Your sessions are ready.")).toBeDefined();
  await waitFor(() => expect(path()).toBe(paths.booking));
});

it("says nothing of sessions when the payment that was found is for a slot", async () => {
  const slot = { id: "slot-1", startsAt: null, hold: async () => true };
  const { user, payButton, path, search } = await openPanel(slot);
  await user.click(payButton);
  await waitFor(() => expect(checkout.opened).toBe(1));
  calls.set({ [purchasesCall]: arrived });
  checkout.options.modal.ondismiss();
  expect(await screen.findByText("✅ Your payment has arrived.")).toBeDefined();
  await waitFor(() => expect(path() + search()).toBe(paths.slotToBook("slot-1")));
});

it("says why a payment failed once the checkout is closed", async () => {
  await openCheckout();
  checkout.onFailed({ error: { description: "The bank declined the card." } });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  checkout.options.modal.ondismiss();
  expect(await messageOfDialog()).toContain("Payment failed: The bank declined the card.");
});

it("says after a failure that no money arrived, and tries again with the same plan and coupon", async () => {
  const couponQuote = { ...sampleQuote, coupon: "FRIENDS" };
  calls.set({ [quoteCall]: [{ body: sampleQuote }, { body: couponQuote }] });
  const { user } = await openPanel();
  await user.type(screen.getByLabelText(/coupon/i), "FRIENDS{Enter}");
  await waitFor(() => expect(sent(quoteCall)).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Pay ₹749" }));
  await waitFor(() => expect(checkout.opened).toBe(1));
  checkout.onFailed({ error: { description: "The bank declined the card." } });
  checkout.options.modal.ondismiss();
  expect(await messageOfDialog()).toContain("We have not received any money.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(checkout.opened).toBe(2));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(sent(orderCall)).toHaveLength(2);
  expect(sent(orderCall)[1]).toEqual({ planType: "Pro", newPrice: 749, amount: 749, coupon: "FRIENDS" });
});

it("takes back that no money arrived when the payment succeeds after all", async () => {
  const { path } = await openCheckout();
  checkout.onFailed({ error: { description: "The bank declined the card." } });
  calls.set({ [purchasesCall]: arrived });
  checkout.options.modal.ondismiss();
  expect(await messageOfDialog()).toContain("We have not received any money.");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() => expect(path()).toBe(paths.booking));
});

it("offers no second try in other messages", async () => {
  calls.set({ [orderCall]: { status: 500, body: {} } });
  const { user, payButton } = await openPanel();
  await user.click(payButton);
  await messageOfDialog();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it.each<[string, CallAnswer, string]>([
  ["refuses it", { status: 400, body: { code: "invalid_input", msg: "Bad signature." } }, "Bad signature."],
  ["fails", { status: 500, body: {} }, "Payment verification failed on server. Contact support."],
  ["is away", "cut", "An error occurred during payment verification. Please contact support."],
])("keeps looking for money when the server that verifies it %s", async (_name, answer, message) => {
  calls.set({ [verifyCall]: answer });
  const { path } = await openCheckout();
  checkout.options.handler(samplePayment);
  expect(await messageOfDialog()).toContain(message);
  calls.set({ [purchasesCall]: arrived });
  await waitFor(() => expect(path()).toBe(paths.booking));
});

it("looks for the money for half a minute after the checkout was closed", async () => {
  await openCheckout();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  act(() => checkout.options.modal.ondismiss());
  for (let count = 1; count <= 10; count += 1) {
    expect(screen.getByText(/^The checkout is closed\. If you paid, .* We're checking\.$/)).toBeDefined();
    await vi.waitUntil(
      () => {
        // The longest pause, and shorter than the time after which a call counts as lost.
        vi.advanceTimersByTime(500);
        return sent(purchasesCall).length >= count;
      },
      { timeout: 20_000 },
    );
  }
  expect(await screen.findByText(/^We haven't received a payment\./)).toBeDefined();
});

it("goes on looking after a short loss of the connection", async () => {
  calls.set({ [purchasesCall]: ["cut", { status: 503, body: {} }, arrived] });
  await openCheckout();
  act(() => checkout.options.modal.ondismiss());
  expect(await screen.findByText("✅ Your payment has arrived. Your sessions are ready.")).toBeDefined();
  expect(sent(purchasesCall)).toHaveLength(3);
});

it("ends the search when the server refuses it, and logs why", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  calls.set({ [purchasesCall]: { status: 500, body: {} } });
  await openCheckout();
  act(() => checkout.options.modal.ondismiss());
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByText(/We're checking/)).toBeNull());
  log.mockRestore();
});

it("ends the search when the page is left", async () => {
  const { unmount } = await openCheckout();
  act(() => checkout.options.modal.ondismiss());
  unmount();
  // The first look at the purchases would come after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(sent(purchasesCall)).toEqual([]);
});

it("asks for another coupon only while the price has one", async () => {
  calls.set({ [quoteCall]: [{ body: { ...sampleQuote, coupon: "HAI50" } }, { body: sampleQuote }] });
  const { user } = await openPanel();
  await user.type(screen.getByLabelText(/^Another coupon/), "FRIENDS{Enter}");
  expect(await screen.findByLabelText(/^Coupon/)).toBeDefined();
});

it("offers the launch offer again only after it was removed, not while it is applied", async () => {
  const offer = {
    ...sampleQuote,
    coupon: "HAI50",
    lines: [{ label: "HAI50", kind: "coupon" as const, amount: -50 }],
  };
  // The automatic price, the price without a coupon, and the price with the same coupon typed by hand.
  calls.set({ [quoteCall]: [{ body: offer }, { body: sampleQuote }, { body: offer }] });
  const { user } = await openPanel();
  const again = { name: "Use the launch offer again" };
  expect(screen.queryByRole("button", again)).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Remove/ }));
  expect(await screen.findByRole("button", again)).toBeDefined();
  await user.type(screen.getByLabelText(/coupon/i), "HAI50{Enter}");
  await waitFor(() => expect(sent(quoteCall)).toHaveLength(3));
  await waitFor(() => expect(screen.queryByRole("button", again)).toBeNull());
});
