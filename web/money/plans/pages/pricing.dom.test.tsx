import type { Plan } from "@greenroom/contract/money/plans.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { rememberNext, takeRememberedNext } from "../../../session/remembered-next.ts";
import { tokenKey, userKey } from "../../../session/session-store.ts";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import PricingPage from "./pricing.tsx";

const calls = serveCallAnswers();
const plansCall = "GET /api/plans";

const plan = (planType: Plan["planType"], newPrice: number): Plan => ({
  planType,
  title: planType,
  sessions: 3,
  features: ["3 interviews"],
  highlight: planType === "Pro",
  listPrice: 999,
  lines: [{ label: "List price", kind: "list", amount: newPrice }],
  coupon: null,
  newPrice,
  amount: newPrice,
  pricePerSession: Math.round(newPrice / 3),
});
const plans = [plan("Basic", 99), plan("Pro", 499), plan("Premium", 749)];

function open(path = "/pricing") {
  return renderScreen(<PricingPage />, { path });
}

describe("the prices", () => {
  it("are those of the visitor, as the server says", async () => {
    calls.set({ [plansCall]: { body: plans } });
    open();
    expect(await screen.findByText("₹499")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Choose / })).toHaveLength(3);
  });

  it("can be loaded again after a lost connection", async () => {
    calls.set({ [plansCall]: ["cut", { body: plans }] });
    const { user } = open();
    expect(await screen.findByText("Network error or server unavailable")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("₹499")).toBeTruthy();
  });

  it("are read again when the person comes back to the tab, after a purchase in another one", async () => {
    storeSession(sampleUser);
    const [basic, ...others] = plans;
    calls.set({
      "GET /api/user/profile": { body: sampleUser },
      [plansCall]: [{ body: plans }, { body: [{ ...basic, newPrice: 199 }, ...others] }],
    });
    open();
    expect(await screen.findByText("₹99")).toBeTruthy();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText("₹199")).toBeTruthy();
  });
});

it("choosing a plan while signed out opens the sign-up page, which returns to the plan", async () => {
  calls.set({ [plansCall]: { body: plans } });
  const { user, path, search } = open();
  await user.click(await screen.findByRole("button", { name: "Choose Pro" }));
  await waitFor(() => expect(path()).toBe("/signup"));
  expect(new URLSearchParams(search()).get("next")).toBe("/pricing?plan=Pro");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("offers an interviewer nothing to buy, and no account", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [plansCall]: { body: plans },
    "GET /api/user/profile": { body: { ...sampleUser, role: "interviewer" } },
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Choose Pro" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/signed in as an interviewer/)).toBeTruthy();
  expect(dialog.queryByRole("link")).toBeNull();
});

describe("a chosen slot", () => {
  const slotId = "0190a5b8-7c00-7000-8000-0000000000d1";
  const other = "0190a5b8-7c00-7000-8000-0000000000d2";
  const slotCall = `GET /api/slots/${slotId}`;
  const holdCall = "POST /api/user/slot-hold";
  const ownHoldCall = "GET /api/user/slot-hold";
  const mentor = { firstName: "Kavya", lastName: "", slug: "kavya", timeZone: "Asia/Kolkata" };
  const chosen = { _id: slotId, slotTime: "2026-12-01T13:30:00.000Z", mentor };
  const state = (changes: object) => ({
    body: { ...chosen, state: "open", heldUntil: null, bookingId: null, nearest: [], ...changes },
  });
  const held = { status: 201, body: { slot: chosen, heldUntil: "2099-12-01T13:12:00.000Z" } };
  const buyer = { ...sampleUser, sessionCount: 0 };
  const pricing = `/pricing?slot=${slotId}`;

  function signIn(user = buyer) {
    storeSession(user);
    calls.set({ [plansCall]: { body: plans }, "GET /api/user/profile": { body: user } });
  }

  it("is shown to a visitor, who signs up for it with the plan", async () => {
    calls.set({ [plansCall]: { body: plans }, [slotCall]: state({}) });
    const { user, path, search } = open(pricing);
    expect(await screen.findByText(/^Kavya · Tue 1 Dec, /)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Choose Basic" }));
    await waitFor(() => expect(path()).toBe("/signup"));
    expect(new URLSearchParams(search()).get("next")).toBe(`/pricing?plan=Basic&slot=${slotId}`);
    expect(calls.sent.some(({ name }) => name === holdCall)).toBe(false);
  });

  it("is remembered for a visitor who signs up from elsewhere, until they remove it", async () => {
    calls.set({ [plansCall]: { body: plans }, [slotCall]: state({}) });
    const { user } = open(pricing);
    await screen.findByText(/^Kavya · Tue 1 Dec, /);
    expect(takeRememberedNext()).toBe(pricing);
    rememberNext(pricing);
    await user.click(screen.getByRole("button", { name: "Remove this time" }));
    expect(takeRememberedNext()).toBeNull();
  });

  it("is not left for the next person when its buyer signs out", async () => {
    signIn();
    calls.set({ [plansCall]: { body: plans }, [slotCall]: state({}), [holdCall]: held });
    open(pricing);
    await screen.findByText(/held until/);
    localStorage.removeItem(tokenKey);
    localStorage.removeItem(userKey);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: tokenKey })));
    await screen.findByText(/We hold this time for 10 minutes while you pay/);
    expect(takeRememberedNext()).toBeNull();
  });

  it("that does not exist is said so, and can be left out", async () => {
    const msg = "This slot does not exist.";
    calls.set({
      [plansCall]: { body: plans },
      [slotCall]: { status: 404, body: { code: "not_found", msg } },
    });
    const { user, search } = open(pricing);
    expect(await screen.findByText(msg)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go on without it" }));
    await waitFor(() => expect(search()).toBe(""));
    expect(screen.queryByText(msg)).toBeNull();
  });

  it("is held at once for somebody who can pay", async () => {
    signIn();
    calls.set({ [slotCall]: state({}), [holdCall]: held });
    open(pricing);
    expect(await screen.findByText(/held until/)).toBeTruthy();
    expect(calls.sent.filter(({ name }) => name === holdCall).map(({ body }) => body)).toEqual([{ slotId }]);
  });

  it("that was chosen in another tab is shown to its buyer, until they remove it", async () => {
    signIn();
    const { heldUntil } = held.body;
    calls.set({
      [ownHoldCall]: { body: { hold: held.body } },
      [slotCall]: state({ state: "yours", heldUntil }),
      "DELETE /api/user/slot-hold": { body: { msg: "Released." } },
    });
    const { user, search } = open("/pricing?plan=Pro");
    expect(await screen.findByText(/held until/)).toBeTruthy();
    expect(search()).toBe(`?plan=Pro&slot=${slotId}`);
    await user.click(screen.getByRole("button", { name: "Remove this time" }));
    await waitFor(() => expect(search()).toBe("?plan=Pro"));
    await waitFor(() => expect(screen.queryByText(/held until/)).toBeNull());
    expect(calls.sent.filter(({ name }) => name === ownHoldCall)).toHaveLength(1);
  });

  it("is not called released while it is being held", async () => {
    signIn();
    calls.set({ [slotCall]: state({}), [holdCall]: "hang" });
    open(pricing);
    expect(await screen.findByText(/^Kavya · Tue 1 Dec, /)).toBeTruthy();
    expect(screen.queryByText("It is no longer held for you.")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Hold/ })).toBeNull();
  });

  it("can be held again after its time ran out", async () => {
    signIn();
    calls.set({ [slotCall]: state({}), [holdCall]: held, [ownHoldCall]: { body: { hold: null } } });
    const { user } = open(pricing);
    expect(await screen.findByText(/held until/)).toBeTruthy();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText("It is no longer held for you.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Hold it again" }));
    expect(await screen.findByText(/held until/)).toBeTruthy();
  });

  it("can be held after that failed", async () => {
    signIn();
    const limited = { status: 429, body: { code: "rate_limited", msg: "Wait a minute." } };
    calls.set({ [slotCall]: state({}), [holdCall]: [limited, held] });
    const { user } = open(pricing);
    expect(await screen.findByText("Wait a minute.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Hold it" }));
    expect(await screen.findByText(/held until/)).toBeTruthy();
  });

  it("makes way for the nearest ones when it is gone", async () => {
    signIn();
    const nearest = [{ _id: other, slotTime: "2026-12-01T15:30:00.000Z", mentor }];
    calls.set({
      [slotCall]: state({ state: "gone", nearest }),
      [`GET /api/slots/${other}`]: state({ _id: other, slotTime: "2026-12-01T15:30:00.000Z" }),
      [holdCall]: { ...held, body: { ...held.body, slot: nearest[0] } },
    });
    const { user, search } = open(pricing);
    expect(await screen.findByText(/is taken\.$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Kavya · Tue 1 Dec/ }));
    await waitFor(() => expect(search()).toBe(`?slot=${other}`));
    expect(await screen.findByText(/held until/)).toBeTruthy();
  });

  it("says that another tab has chosen another one, and does not take it back by itself", async () => {
    signIn();
    const otherSlot = { _id: other, slotTime: "2026-12-02T13:30:00.000Z", mentor };
    calls.set({
      [slotCall]: state({}),
      [holdCall]: held,
      [ownHoldCall]: { body: { hold: { slot: otherSlot, heldUntil: "2099-12-01T13:20:00.000Z" } } },
    });
    const { user } = open(pricing);
    expect(await screen.findByText(/held until/)).toBeTruthy();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText(/In another tab you chose Kavya · Wed 2 Dec/)).toBeTruthy();
    expect(calls.sent.filter(({ name }) => name === holdCall)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Hold this one" }));
    expect(await screen.findByText(/held until/)).toBeTruthy();
  });

  it("can be removed, which releases it", async () => {
    signIn();
    calls.set({ [slotCall]: state({ state: "yours", heldUntil: "2099-12-01T13:12:00.000Z" }) });
    calls.set({ "DELETE /api/user/slot-hold": { body: { msg: "Released." } } });
    const { user, search } = open(pricing);
    await user.click(await screen.findByRole("button", { name: "Remove this time" }));
    await waitFor(() => expect(search()).toBe(""));
    await waitFor(() =>
      expect(calls.sent.some(({ name }) => name === "DELETE /api/user/slot-hold")).toBe(true),
    );
  });

  it("leads somebody who has a session to the booking page", async () => {
    signIn({ ...buyer, sessionCount: 2 });
    calls.set({ [slotCall]: state({}) });
    const { path, search } = open(pricing);
    await waitFor(() => expect(path()).toBe("/interviewee-dashboard/booking"));
    expect(search()).toBe(`?slot=${slotId}`);
  });
});
